"""The page's connection to the server in a headless browser: silent streams, lost requests, blocked storage, copied links."""

from tests.play.test_play_browser import arguments_of, browser, lobby, open_page, open_window, pytestmark  # noqa: F401 - fixtures
from tests.support.play_process import server

FAKE_STREAMS = """
window.opened = [];
window.timers = [];
window.setTimeout = (then, time) => timers.push([then, time]);
window.EventSource = class extends EventTarget {
  constructor(address) { super(); this.address = address; opened.push(this); }
  close() { this.closed = true; }
};
"""
BECOME_VISIBLE = "document.dispatchEvent(new Event('visibilitychange'));"
AFTER_SLEEP = """
const now = performance.now.bind(performance);
performance.now = () => now() + 21000;
"""
BLOCKED = """
const refuse = () => { throw new DOMException("blocked", "SecurityError"); };
Object.defineProperty(window, "localStorage", { get: refuse });
Object.defineProperty(navigator, "clipboard", { value: undefined });
"""


def test_a_silent_stream_is_opened_again(open_page):  # noqa: F811
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver, moment = page.look(), page.state()[3]
        driver.execute_script(FAKE_STREAMS + BECOME_VISIBLE)
        assert driver.execute_script("return opened.length") == 0, "the stream was heard a moment ago"
        driver.execute_script(AFTER_SLEEP + BECOME_VISIBLE)
        assert driver.execute_script("return opened.map((each) => each.address)")[0].endswith(f"&after={moment}")
        driver.execute_script("timers.filter(([, time]) => time === 40000).at(-1)[0]()")
        assert driver.execute_script("return [opened.length, opened[0].closed ?? false]") == [2, True]
        assert page.find("#lost:not([hidden])")
        driver.execute_script(
            "timers.length = 0; opened[1].onopen(); opened[1].dispatchEvent(new MessageEvent('heartbeat', {data: '{}'}))"
        )
        assert not page.find("#lost:not([hidden])")
        assert driver.execute_script("return timers.map(([, time]) => time)") == [40000, 40000], "each message sets the clock"


def test_connection_lost_stays_when_somebody_clicks(open_page):  # noqa: F811
    with server(*arguments_of("dig_v0")) as (process, links):
        page = open_page(links["Player (seat 0)"])
        page.until(lambda page: page.state()[1])
        process.kill()
        page.until(lambda page: page.find("#lost:not([hidden])"))
        page.find("#choices button")[0].click()
        page.until(lambda page: page.find("#notice:not([hidden])"))
        assert page.words("#notice") == "The server did not answer. Please try again."
        assert page.find("#lost:not([hidden])") and page.state()[1], "the decision is still there"


def test_the_lobby_works_without_storage_and_clipboard(open_window, browser):  # noqa: F811
    with lobby() as link:
        page = open_window("about:blank")
        driver = page.look()
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BLOCKED})
        driver.get(link)
        page.until(lambda page: page.find("#seat-1 optgroup"))
        assert not page.find("#notice:not([hidden])")
        driver.execute_script(
            "const seat = document.querySelector('#seat-1'); seat.value = 'friend'; seat.dispatchEvent(new Event('change'))"
        )
        page.find("#go")[0].click()
        page.until(lambda page: page.find("#links button"))
        page.find("#links button")[0].click()
        page.until(lambda page: page.find("#links button")[0].text == "Copied")
