"""`python -m service.cli`: for the parts that the supervisor starts, wherever the script `guildhall` may be."""

from service.cli import main

main(prog_name="guildhall")
