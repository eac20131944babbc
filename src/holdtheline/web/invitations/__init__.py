"""Invitations: one page and three routes for seats at tables, seats in campaigns, and places in courses."""
