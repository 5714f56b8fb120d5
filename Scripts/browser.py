"""Debian's Chromium for checks of pages."""

import shutil
from typing import Any

from shared import stop

# For one thing done by the browser, on a machine that is busy.
SECONDS = 120


def start_chromium(*more: str) -> Any:
    """Start it, with options of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not program or not driver:
        stop("chromium and chromium-driver are needed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for option in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", *more):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    browser.set_script_timeout(SECONDS)
    browser.set_page_load_timeout(SECONDS)
    return browser


def set_window(browser: Any, width: int, dark: bool) -> None:
    """Set the width of the window and the theme."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def axe_violations(browser: Any) -> str:
    """What axe finds wrong with the page; empty when nothing."""
    from axe_selenium_python import Axe

    axe = Axe(browser)
    axe.inject()
    violations = axe.run()["violations"]
    return axe.report(violations) if violations else ""
