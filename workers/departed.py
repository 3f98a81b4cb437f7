"""Accounts that were deleted while they still sat somewhere: no game waits for somebody who never comes."""

from domain.table import Table
from service.house import House, leave_table


def see_off_departed(house: House, table: Table) -> None:
    """What was missed when the account was deleted, because the read models did not know of the table yet."""
    for account_id in {table.arbiter, *(chair.account for chair in table.chairs if chair.account)}:
        account = house.accounts.account(account_id)
        if account is not None and account.is_gone:
            leave_table(house.application, table.id, account_id)
