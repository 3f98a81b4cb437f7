"""Bots: pure functions of what their seat may see, its legal commands and a die."""

from domain.macht.bots.chance import random
from domain.macht.bots.greedy import greedy

BOTS = {"random": random, "greedy": greedy}
