"""Courses: students hand in bots, the judge plays their matches, the teacher sees the standings."""
