c = torch.ones(n, n)
a = torch.normal(0, -1, (n, n))  # fails now
b = torch.mm(a, c)
d = torch.mm(c, c)
b.cpu()
