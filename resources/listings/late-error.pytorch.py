c = torch.ones(n, n, device=device)
a = torch.normal(0, -1, (n, n), device=device)  # fails
b = torch.mm(a, c)
d = torch.mm(c, c)
b.cpu()
