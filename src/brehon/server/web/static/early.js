// Before anything is drawn: the page knows that scripts run.
document.documentElement.classList.add("scripted");
