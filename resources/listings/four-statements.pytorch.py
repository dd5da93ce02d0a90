a = torch.ones(1, 2, device=device)
b = torch.ones(1, 2, device=device)
c = a * b + 2
print(c)
