a = np.ones((1, 2))
b = np.ones((1, 2))
c = a * b + 2
print(c)
