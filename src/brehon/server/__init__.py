"""The table in the browser and the JSON API: routes parse, a service acts, templates show."""
