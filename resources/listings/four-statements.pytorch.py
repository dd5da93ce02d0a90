a = torch.ones(1, 2)
b = torch.ones(1, 2)
c = a * b + 2
print(c)
