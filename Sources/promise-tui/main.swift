print("promise-tui")
