"""Print at true size: pages in millimetres, written as PDF or SVG."""
