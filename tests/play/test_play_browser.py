"""Human play in a headless browser: whole games by clicking, several people, reloads, the keyboard, a phone."""

import random
import re
import shutil
import signal
import time
from contextlib import contextmanager, suppress
from itertools import cycle

import pytest

from tests.support.play_process import free_port, server

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
errors = pytest.importorskip("selenium.common.exceptions")
By = pytest.importorskip("selenium.webdriver.common.by").By
Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
pytest.importorskip("uvicorn", reason="the extra `play` is not installed")
axe = pytest.importorskip("axe_core_python.base", reason="axe-core-python is not installed")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.usefixtures("folder"),
    pytest.mark.long,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="Debian's chromium and chromium-driver are not installed"),
]
GAMES = {
    "dig_v0": ["--against", "greedy", "--option", "max_turns=16"],
    "dig_dig_v0": ["--against", "greedy", "--option", "max_turns=40"],
    "lets_dig_for_treasure_v0": ["--against", "greedy,random"],
    "two_bit_bandits_v0": ["--against", "greedy", "--option", "length=easy", "--option", "max_turns=14"],
    "digging_bandits_v0": ["--against", "greedy,random", "--option", "max_turns=24"],
}
PATIENCE = 60  # seconds, in which agents may be compiled
READY = """
const free = [...document.querySelectorAll('#choices button')].filter((button) => !button.disabled);
const {moment, over} = document.body.dataset;
return [document.querySelector('#question')?.textContent, free.length, over === 'true', moment ?? ''];
"""


SLOW = """
import time
from dig_envs.core.agent import Agent


class Slow(Agent):
    name = "slow"

    def act(self, decisions):
        time.sleep(4)
        return decisions.masks.argmax(axis=1)


bot = Slow()
"""


LISTEN = """
window.heard = [];
const news = document.querySelector('#news');
new MutationObserver(() => heard.push(news.textContent)).observe(news, {childList: true, characterData: true, subtree: true});
"""


class Page:
    """A browser window with a link, used as a person would."""

    def __init__(self, driver, window: str):
        self.driver, self.window = driver, window

    def look(self):
        self.driver.switch_to.window(self.window)
        return self.driver

    def find(self, selector: str):
        return self.look().find_elements(By.CSS_SELECTOR, selector)

    def words(self, selector: str) -> str:
        return self.look().execute_script("return document.querySelector(arguments[0]).textContent", selector)

    def state(self) -> tuple[str, int, bool, str]:
        return tuple(self.look().execute_script(READY))

    def until(self, enough, patience: float = PATIENCE):
        end = time.monotonic() + patience
        while time.monotonic() < end:
            with suppress(errors.StaleElementReferenceException):  # the page has just been redrawn
                if found := enough(self):
                    return found
            time.sleep(0.02)
        pytest.fail(f"timeout: {self.state()}, {self.words('#notice')}")

    def show_instantly(self) -> None:
        """Show the moves of others without delay."""
        self.look().execute_script(
            "const s = document.querySelector('#speed'); s.value = 0; s.dispatchEvent(new Event('change'))"
        )

    def decide(self, generator: random.Random, on_board: float = 0.7) -> bool:
        """Choose an action by a click on the picture or on a button. A part with several actions opens a menu."""
        before = self.state()[3]
        self._click(generator, on_board)
        self.until(lambda page: page.state()[3] != before or not page.state()[1])
        return True

    def _click(self, generator: random.Random, on_board: float) -> None:
        try:
            places = self.find("#board .clickable > .frame")
            if places and generator.random() < on_board:
                generator.choice(places).click()
                options = self.find("#options button")
                if options and self.find("#ask[open]"):
                    generator.choice(options).click()
                return
        except (errors.ElementClickInterceptedException, errors.StaleElementReferenceException):
            pass  # something covers its centre: use the button
        if not self.find("#ask[open]"):
            generator.choice(self.find("#choices button")).click()


@pytest.fixture(scope="module")
def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def open_page(open_window):
    """Open a link to a table in its own window."""

    def opened_page(link: str) -> Page:
        page = open_window(link)
        page.until(lambda page: page.state()[3])
        return page

    return opened_page


@pytest.fixture
def open_window(browser):
    """Open a link in its own window. At the end, the browser must have logged no error."""
    first, opened = browser.current_window_handle, []

    def opened_window(link: str) -> Page:
        browser.switch_to.window(first)
        browser.switch_to.new_window("tab")
        opened.append(Page(browser, browser.current_window_handle))
        browser.get(link)
        return opened[-1]

    yield opened_window
    faults = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE" and "ERR_" not in entry["message"]]
    for page in opened:
        page.look().close()
    browser.switch_to.window(first)
    assert not faults


def arguments_of(game: str) -> list[str]:
    return [game, *GAMES[game], "--seed", "5", "--port", str(free_port())]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicking(game, open_page):
    generator = random.Random(game)
    with server(*arguments_of(game)) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        decisions = 0
        while page.until(lambda page: page.state()[1] or page.state()[2]) is not True:
            page.decide(generator)
            decisions += 1
            if decisions == 5:
                page.look().refresh()
                page.until(lambda page: page.state()[3])
                page.show_instantly()
        assert decisions > 5 and ("Game over" in page.words("#turn") or "Turn limit" in page.words("#turn"))
        assert page.words("#question") == "The game is over" and not page.find("#board .clickable")
        assert len(page.find("#log li")) > decisions and page.words("#notice") == ""


def test_two_people_and_an_agent_at_one_table(open_page):
    generator = random.Random(2)
    port = str(free_port())
    command = f"lets_dig_for_treasure_v0 --people 2 --names Ann,Bob --against greedy --seed 7 --port {port}"
    with server(*command.split()) as (process, links):
        pages = [open_page(links[name]) for name in ("Ann (seat 0)", "Bob (seat 1)", "spectators")]
        for page in pages:
            page.show_instantly()
        people, spectator = pages[:2], pages[2]
        for turn in range(12):
            mover = play_on(people, generator)
            if turn == 5:
                mover.look().refresh()
                mover.until(lambda page: page.state()[3])
                mover.show_instantly()
        wait_for_equal_logs(pages)
        before = [page.words("#log") for page in pages]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        spectator.until(lambda page: page.find("#lost:not([hidden])"))
    with server("--resume", "--port", port):
        for page in pages:
            page.until(lambda page: not page.find("#lost:not([hidden])") and page.state()[3].startswith("1-"))
            page.show_instantly()
        for page, words in zip(pages, before, strict=True):  # the pages reconnect without a reload, and nothing is lost
            page.until(lambda page, words=words: page.words("#log").startswith(words))
        while not all(page.state()[2] for page in pages):
            play_on(people, generator)
        wait_for_equal_logs(pages)
        assert len({page.words("#turn") for page in pages}) == 1
        for page in pages:
            page.until(lambda page: page.find("#end:not([hidden])"))
        assert not spectator.find("#rematch:not([hidden])")
        people[1].find("#rematch")[0].click()
        people[1].until(lambda page: page.state()[3].startswith("0-"))
        for page in (people[0], spectator):
            page.until(lambda page: page.find("#next a"))
            assert page.words("#next").startswith("Bob has started a rematch")
            page.find("#next a")[0].click()
            page.until(lambda page: page.state()[3].startswith("0-"))
        assert [page.words("#title").rpartition("playing as ")[2] for page in people] == ["Ann", "Bob"]
        assert not spectator.find("#choices button, #board .clickable") and not spectator.find("#help:not([hidden])")


def play_on(people: list[Page], generator: random.Random) -> Page:
    """Make the next decision on the page that asks for it. Returns that page."""

    def asked(_):
        return next((page for page in people if page.state()[1] or page.state()[2]), None)

    page = people[0].until(asked)
    if page.state()[1]:
        page.decide(generator)
    return page


def wait_for_equal_logs(pages: list[Page]) -> None:
    """Wait until all pages show the same number of log lines."""
    pages[0].until(lambda _: len({len(page.find("#log li")) for page in pages}) == 1)


def test_the_keyboard_alone_is_enough(open_page):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        page.until(lambda page: page.state()[1])
        driver = page.look()

        def press(*keys):
            webdriver.ActionChains(driver).send_keys(*keys).perform()

        def focused(attribute: str):
            return driver.execute_script(f"return document.activeElement.{attribute}")

        press(Keys.TAB)
        assert focused("className") == "skip"
        press(Keys.ENTER, Keys.TAB)
        assert focused("parentElement.parentElement.id") == "choices"
        before = page.state()[3]
        press(Keys.ENTER)
        assert focused("closest('#decision') !== null"), "also while the others move"
        page.until(lambda page: page.state()[3] != before and page.state()[1])
        assert focused("id") == "decision"
        for _ in range(30):  # back to the table, by shift and tab
            if "clickable" in str(driver.execute_script("return document.activeElement.getAttribute('class')")):
                break
            webdriver.ActionChains(driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        first = driver.execute_script("return document.activeElement.getAttribute('aria-label')")
        press(Keys.ARROW_RIGHT)
        second = driver.execute_script("return document.activeElement.getAttribute('aria-label')")
        assert first and second and first != second
        before = page.state()[3]
        press(" ")
        page.until(lambda page: page.state()[3] != before)
        press(Keys.ESCAPE)


def test_hint_and_undo(open_page):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        page.until(lambda page: page.state()[1])
        table, before = page.words("#text"), page.state()[3]
        page.find("#hint")[0].click()
        page.until(lambda page: "expert suggests: " in page.words("#advice"))
        assert len(page.find("#choices .hinted")) == 1 and not page.find("#choices .figure"), "a bot gives no figures"
        page.look().execute_script("document.querySelector('#adviser').value = 'search'")
        page.find("#hint")[0].click()
        page.until(lambda page: "search suggests: " in page.words("#advice"))
        assert "expert suggests: " in page.words("#advice"), "both hints stand side by side"
        (hinted,) = page.find("#choices .hinted .label")
        assert hinted.text.lower() in page.words("#advice").lower()
        assert len(page.find("#choices .figure")) == page.state()[1] and "%" in page.words("#choices .figure")
        assert page.find("#board .hinted > .frame") or not page.find("#board .clickable"), "its place on the table is marked"
        page.find("#choices button")[0].click()
        page.until(lambda page: page.state()[3] != before and page.state()[1])
        assert page.words("#text") != table
        page.find("#undo")[0].click()
        page.until(lambda page: page.state()[3].startswith("1-") and page.state()[1])
        assert page.words("#text") == table


def test_a_slow_hint_shows_its_seconds_and_can_be_cancelled(open_page, folder):
    (folder / "slow.py").write_text(SLOW)
    with server(*arguments_of("dig_v0"), "--against", "slow.py:bot") as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        page.until(lambda page: page.state()[1])
        page.look().execute_script("document.querySelector('#adviser').value = 'slow.py:bot'")
        page.find("#hint")[0].click()
        page.until(lambda page: re.search(r"thinking… [12] s$", page.words("#advice")) and page.words("#hint") == "Cancel hint")
        page.find("#hint")[0].click()
        page.until(lambda page: not page.words("#advice") and page.words("#hint") == "Hint")
        assert not page.words("#notice"), "to cancel is no error"
        page.look().execute_script("document.querySelector('#adviser').value = 'expert'")
        page.find("#hint")[0].click()
        page.until(lambda page: "expert suggests: " in page.words("#advice"))


def test_a_screen_reader_finds_names_and_reads_news(open_page):
    with server(*arguments_of("lets_dig_for_treasure_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.until(lambda page: page.state()[1])
        driver = page.look()
        for selector in ("button", "select", "[role=button]", "[role=group]", "section", "dialog", "summary", "[tabindex='0']"):
            for part in page.find(selector):
                if driver.execute_script("return arguments[0].checkVisibility()", part):
                    assert part.accessible_name, part.get_attribute("outerHTML")[:200]
        places = page.find("#board .clickable")
        assert places and all(place.aria_role == "button" for place in places)
        for place in places:
            seen = [text.get_attribute("textContent") for text in place.find_elements(By.CSS_SELECTOR, "text")]
            assert all(words.strip() in place.accessible_name for words in seen)
        driver.execute_script(LISTEN)

        def hears(page):
            if buttons := page.find("#choices button"):
                stop = [button for button in buttons if "stop" in button.text.lower()] or buttons
                stop[0].click()
            return [words for words in driver.execute_script("return heard") if "greedy: " in words or "random: " in words]

        assert page.until(hears)
        assert driver.execute_script("return document.documentElement.lang") == "en"


def test_number_keys_play_the_listed_actions(open_page):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        page.until(lambda page: page.state()[1] > 1)
        label = page.find("#choices .label")[1].text
        before = page.state()[3]
        webdriver.ActionChains(page.look()).send_keys("2").perform()
        page.until(lambda page: page.state()[3] != before)
        assert page.find("#log .you")[0].text == f"You: {label[0].lower()}{label[1:]}"


MOVES = """
window.moved = 0;
const board = document.querySelector('#board');
new MutationObserver(() => { moved += board.querySelectorAll('.moving').length; }).observe(board, {childList: true});
"""


@pytest.mark.parametrize("wanted", [True, False], ids=["movement", "reduced motion"])
def test_pieces_move_unless_the_viewer_wants_no_movement(wanted, open_page):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        motion = {"name": "prefers-reduced-motion", "value": "no-preference" if wanted else "reduce"}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [motion]})
        page.until(lambda page: page.state()[1])
        driver.execute_script(MOVES)
        for _ in range(2):
            before = page.state()[3]
            page.find("#choices button")[0].click()
            page.until(lambda page, before=before: page.state()[3] != before and page.state()[1])
        assert (driver.execute_script("return moved") > 0) == wanted
        if wanted:  # every piece arrives at its place
            page.until(lambda page: not driver.execute_script("return document.getAnimations().length"))
            at_rest = "return [...document.querySelectorAll('.moving')].every(g => getComputedStyle(g).transform === 'none')"
            assert driver.execute_script(at_rest)


@contextmanager
def lobby():
    """Start a server without a game. Yields the link of its lobby."""
    with server("--port", str(free_port()), until="lobby") as (_, links):
        yield links["lobby"]


PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
SHORTEST = {  # options in the lobby that make a game short, as the values of its controls
    "two_bit_bandits_v0": {"length": '"easy"'},
    "digging_bandits_v0": {"quick_play": True},
}


@pytest.mark.parametrize(("game", "device"), zip(GAMES, cycle(["phone", "desktop"])))
def test_from_the_lobby_to_a_rematch(game, device, open_window):
    generator = random.Random(game)
    with lobby() as link:
        page = open_window(link)
        driver = page.look()
        if device == "phone":
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
        page.until(lambda page: len(page.find(".game")) == len(GAMES))
        driver.execute_script("document.querySelector(`input[value='${arguments[0]}']`).click()", game)
        page.until(lambda page: "greedy" in page.words("#seat-1"))
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        for option, value in SHORTEST.get(game, {}).items():
            driver.execute_script(CHOOSE, f"#option-{option}", value)
        driver.execute_script(CHOOSE, "#seat-1", "greedy")
        assert "Rating" in page.words("#seats li:nth-child(2) p")
        page.find("#name")[0].send_keys("Ann")
        page.find("#go")[0].click()
        page.until(lambda page: "/t/" in driver.current_url and page.state()[3])
        assert page.words("#title").endswith("playing as Ann")
        page.show_instantly()
        play_alone(page, generator)
        page.until(lambda page: page.find("#end:not([hidden])"))
        assert len(page.find("#ranking tr")) == 2 and page.find("#facts li")
        before = driver.current_url
        page.find("#rematch")[0].click()
        page.until(lambda page: driver.current_url != before and page.state()[3])
        assert page.words("#title").endswith("playing as Ann") and not page.find("#end:not([hidden])")


def test_the_lobby_shows_rules_and_difficulty_before_the_start(open_window):
    with lobby() as link:
        page = open_window(link)
        page.until(lambda page: page.find("#seat-1") and "easy" in page.words("#seat-1"))
        assert "very hard" in page.words("#seat-1") and "random · for a first game" in page.words("#seat-1")
        for game, title in (("dig_v0", "DIG"), ("two_bit_bandits_v0", "2-Bit Bandits")):
            page.look().execute_script("document.querySelector(`input[value='${arguments[0]}']`).click()", game)
            page.find("#rules")[0].click()
            page.until(lambda page, title=title: page.find("#text-of-rules h2") and title in page.words("#text-of-rules h2"))
            assert not page.find("#on-table:not([hidden])")
            page.find("#shut")[0].click()


def test_a_lesson_is_answered_wrongly_again_and_rightly(open_window):
    with lobby() as link:
        page = open_window(link)
        page.until(lambda page: page.find("#setup:not([hidden]) #learn"))
        page.look().execute_script("document.querySelector(`input[value='dig_v0']`).click()")
        page.find("#learn")[0].click()
        page.until(lambda page: page.find("#lesson:not([hidden])") and page.state()[1])
        first = page.look().current_url
        for words, right in (("forward to place 2", False), ("forward to place 4", True)):
            page.until(lambda page: page.state()[1] and not page.words("#answer"))
            next(each for each in page.find("#choices button") if words in each.text).click()
            page.until(lambda page: page.words("#answer"))
            assert page.find("#again")[0].is_displayed() != right and not page.find("#question")[0].is_displayed()
            page.find("#further" if right else "#again")[0].click()
        page.until(lambda page: page.look().current_url != first and page.words("#place").startswith("Lesson 2"))


def test_the_only_action_is_played_if_the_switch_is_on(open_window):
    generator = random.Random(3)
    with server("dig_dig_v0", *GAMES["dig_dig_v0"], "--port", str(free_port()), "--seed", "4") as (_, links):
        page = open_window(next(iter(links.values())))
        page.until(lambda page: page.state()[3])
        page.look().execute_script(CHOOSE, "#speed", "200")
        page.find("#forced")[0].click()
        played = False
        while not played:
            page.until(lambda page: page.state()[1])
            before, number = page.state()[3], page.state()[1]
            played = number == 1 and not before.endswith("-0")  # the first moment follows none
            if not played:
                page.look().execute_script(CLICK, generator.randrange(number))
            page.until(lambda page, before=before: page.state()[3] != before)


CHOOSE = """
const [control, value] = [document.querySelector(arguments[0]), arguments[1]];
control[control.type === "checkbox" ? "checked" : "value"] = value;
control.dispatchEvent(new Event("change"));
"""


CLICK = "document.querySelectorAll('#choices button')[arguments[0]].click()"


def play_alone(page: Page, generator: random.Random) -> None:
    """Play a game against agents to its end, with the buttons."""
    while page.until(lambda page: page.state()[1] or page.state()[2]) is not True:
        before, number = page.state()[3], page.state()[1]
        page.look().execute_script(CLICK, generator.randrange(number))
        page.until(lambda page, before=before: page.state()[3] != before or not page.state()[1])


def test_the_end_offers_review_replay_and_the_lobby(open_page):
    generator = random.Random(3)
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        page.show_instantly()
        play_alone(page, generator)
        page.until(lambda page: page.find("#end:not([hidden])"))
        page.find("#find")[0].click()
        page.until(lambda page: page.find("#review li, #review > p"))
        assert page.find(".curve polyline") and "chance to win" in page.find(".curve")[0].accessible_name
        assert len(page.find(".curve circle")) == len(page.find("#review li")) <= 3
        mistakes = [each.get_attribute("href") for each in page.find("#review a")]
        table = driver.current_url
        for address in mistakes[:1] or [table + "/replay#3"]:
            driver.get(address)
            page.until(lambda page: page.find("#moves [aria-current]"))
            frame = int(address.partition("#")[2])
            assert page.words("#count").startswith(f"{frame} / ")
            assert not mistakes or "is about to choose" in page.words("#considered")
            slider = page.find("#slider")[0]
            half = slider.size["width"] // 2
            webdriver.ActionChains(driver).click_and_hold(slider).move_by_offset(half, 0).release().perform()
            last = int(page.words("#count").split(" / ")[1])
            assert int(page.words("#count").split(" / ")[0]) > last * 0.9 and page.find("#table svg")
        page.find("#first")[0].click()
        page.until(lambda page: driver.current_url.endswith("/replay#0"))
        page.find("#branch button")[0].click()
        page.until(lambda page: "/replay" not in driver.current_url and page.state()[3])
        assert driver.current_url != table and page.words("#title").endswith("playing as Player")
        driver.get(table)
        page.until(lambda page: page.find("#end:not([hidden])"))
        page.find("#lobby")[0].click()
        page.until(lambda page: "/lobby/" in driver.current_url and page.find(".game"))


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_needs_no_horizontal_scrolling(game, open_page, browser):
    generator = random.Random(1)
    with server(*arguments_of(game)) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        driver = page.look()
        for width in (320, 390, 320):
            phone = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": True}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
            page.until(lambda page: driver.execute_script(IS_NARROW))
            page.until(lambda page: page.state()[1])
            page.decide(generator)
            page.until(lambda page: page.state()[1] or page.state()[2])
            assert driver.execute_script("return document.documentElement.scrollWidth") <= width
            assert min(driver.execute_script(TARGETS), default=44) >= 43.5, "touch targets are large enough"
            assert min(driver.execute_script(TEXT_SIZES)) >= 10.9


SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390))
TOGETHER = """
const decision = document.querySelector('#decision'), bar = getComputedStyle(decision).position === 'fixed';
const inside = (each, low) => {
  const {top, bottom} = each.getBoundingClientRect(), size = Math.min(bottom - top, low);
  return Math.min(bottom, low) - Math.max(top, 0) > 0.9 * size;
};
const shown = (each) => inside(each, innerHeight) && each.getBoundingClientRect().bottom > 0;
const list = document.querySelector('#choices').getBoundingClientRect();
const buttons = [...document.querySelectorAll('#choices button')].slice(0, 2);
const low = bar ? decision.getBoundingClientRect().top : innerHeight;
const parts = [...document.querySelectorAll('#board .clickable > .frame')];
return {
  question: shown(document.querySelector('#question')),
  choices: buttons.every((each) => shown(each) && each.getBoundingClientRect().bottom <= list.bottom + 1),
  part: !parts.length || parts.some((each) => inside(each, low)),
};
"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_question_choices_and_their_part_of_the_table_are_visible_together(game, size, open_page):
    generator = random.Random(8)
    with server(*arguments_of(game)) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        device = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
        page.until(lambda page: driver.execute_script(IS_NARROW))
        page.show_instantly()
        while page.until(lambda page: page.state()[1] or page.state()[2]) is not True:
            time.sleep(0.15)  # until the page has scrolled
            shown = driver.execute_script(TOGETHER)
            assert all(shown.values()), (shown, page.state())
            assert min(driver.execute_script(TEXT_SIZES)) >= 9
            before, number = page.state()[3], page.state()[1]
            driver.execute_script(CLICK, generator.randrange(number))
            page.until(lambda page, before=before: page.state()[3] != before or not page.state()[1])
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("width", [1001, 1280, 1400, 1920])
def test_enlarge_table_never_shrinks_it(width, open_page):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        for height in (600, 1000):
            device = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
            widths = []
            for _ in range(2):
                widths.append(
                    driver.execute_script("return document.querySelector('#board svg').getBoundingClientRect().width")
                )
                page.find("#zoom")[0].click()
            assert widths[1] > widths[0] * 1.2
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


IS_NARROW = "return document.querySelector('#board svg').viewBox.baseVal.width === 320"
TARGETS = """
return [...document.querySelectorAll('button, select, summary, #board .clickable > .frame')]
  .filter((each) => each.getClientRects().length)
  .map((each) => each.getBoundingClientRect()).map((box) => Math.min(box.width, box.height));
"""
TEXT_SIZES = """
return [...document.querySelectorAll('#board text')]
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
"""


def test_a_turned_phone_gets_the_other_picture(open_page, browser):
    with server(*arguments_of("dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        for width, narrow in ((390, True), (1200, False), (700, True)):
            device = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": narrow}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", device)
            page.until(lambda page, narrow=narrow: driver.execute_script(IS_NARROW) == narrow)
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        assert page.words("#notice") == ""


def test_parts_and_actions_explain_themselves(open_page):
    with server(*arguments_of("dig_dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.until(lambda page: page.state()[1])
        driver = page.look()
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", **middle(driver, '[data-spot="deck"]')})
        page.until(lambda page: page.find("#tip:not([hidden])"))
        assert page.words("#tip").startswith("The draw deck")
        driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 2, "y": 2})
        page.until(lambda page: not page.find("#tip:not([hidden])"))
        page.find("#board .clickable")[0].send_keys(Keys.ARROW_RIGHT)
        page.until(lambda page: page.find("#tip:not([hidden])"))
        button = page.find("#choices button")[0]
        assert button.get_attribute("aria-description").endswith(".") and not button.get_attribute("title")


def test_a_long_press_explains_and_does_not_act(open_page):
    with server(*arguments_of("dig_dig_v0")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.until(lambda page: page.state()[1])
        driver = page.look()
        phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.until(lambda page: driver.execute_script(IS_NARROW) and page.state()[1])
        before = page.state()[3]
        driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle(driver, "#board .clickable")]}
        )
        page.until(lambda page: page.find("#tip:not([hidden])"))
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        time.sleep(0.3)
        assert page.state()[3] == before and page.words("#tip")
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def middle(driver, selector: str) -> dict[str, float]:
    """Return the centre of the first element, in the window."""
    script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
    x, y = driver.execute_script(script + "return [box.left + box.width / 2, box.top + box.height / 2]", selector)
    return {"x": x, "y": y}


def test_the_rules_open_in_a_drawer(open_page):
    with server(*arguments_of("lets_dig_for_treasure_v0")) as (_, links):
        for name in ("Player (seat 0)", "spectators"):
            page = open_page(links[name])
            page.find("#rules")[0].click()
            page.until(lambda page: page.find("#text-of-rules h2"))
            assert page.words("#text-of-rules h2") == "How to play Let's Dig for Treasure"
            assert page.find("#text-of-rules table") and len(page.find("#parts li")) > 3
            page.find("#drawer")[0].send_keys(Keys.ESCAPE)
            page.until(lambda page: not page.find("#drawer[open]"))


def test_a_game_is_kept_as_data_only_with_consent(open_page, folder):
    generator = random.Random(6)
    with server(*arguments_of("dig_v0"), "--study", str(folder / "humans")) as (_, links):
        page = open_page(links["Player (seat 0)"])
        page.show_instantly()
        assert not page.find("#keep")[0].is_selected()
        page.find("#consent summary")[0].click()
        while page.until(lambda page: page.state()[1] or page.state()[2]) is not True:
            page.decide(generator, on_board=0)
        assert not (folder / "humans").exists()
        page.find("#keep")[0].click()
        page.until(lambda page: len(list((folder / "humans").glob("*"))) == 2)
        page.find("#keep")[0].click()
        page.until(lambda page: not list((folder / "humans").glob("*")))


DEVICES = {"desktop": {}, "phone": PHONE}
ARIA_1_3 = "axe.configure({checks: [{id: 'aria-valid-attr', options: ['aria-description']}]})"  # newer than this axe
LABELS = {"rules": {"label-content-name-mismatch": {"enabled": True}}}  # WCAG 2.5.3


def assert_accessible(page: Page) -> None:
    """Assert that axe finds no fault in the page, in light and in dark."""
    driver = page.look()
    for scheme in ("light", "dark"):
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        driver.execute_script(axe.AXE_SCRIPT)
        driver.execute_script(ARIA_1_3)
        found = driver.execute_async_script("axe.run(arguments[0]).then(arguments[1])", LABELS)
        faults = [
            (fault["id"], node["html"][:200], node["any"][:1]) for fault in found["violations"] for node in fault["nodes"]
        ]
        assert found["passes"] and not faults, (scheme, faults)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_no_fault_at_a_table(game, device, open_page):
    generator = random.Random(5)
    with server(*arguments_of(game)) as (_, links):
        page = open_page(links["Player (seat 0)"])
        driver = page.look()
        if DEVICES[device]:
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", DEVICES[device])
        page.show_instantly()
        for _ in range(3):
            page.until(lambda page: page.state()[1])
            assert_accessible(page)
            driver.execute_script(CLICK, generator.randrange(page.state()[1]))
        play_alone(page, generator)
        page.until(lambda page: page.find("#end:not([hidden])"))
        page.find("#find")[0].click()
        page.until(lambda page: page.find("#review li, #review > p"))
        assert_accessible(page)
        driver.get(driver.current_url + "/replay#3")
        page.until(lambda page: page.find("#moves [aria-current]"))
        assert_accessible(page)


@pytest.mark.parametrize("device", DEVICES)
def test_axe_finds_no_fault_in_the_lobby_the_rules_and_a_lesson(device, open_window):
    with lobby() as link:
        page = open_window(link)
        if DEVICES[device]:
            page.look().execute_cdp_cmd("Emulation.setDeviceMetricsOverride", DEVICES[device])
        page.until(lambda page: page.find("#seat-1") and "easy" in page.words("#seat-1"))
        assert_accessible(page)
        page.find("#rules")[0].click()
        page.until(lambda page: page.find("#text-of-rules h2"))
        assert_accessible(page)
        page.find("#shut")[0].click()
        page.find("#learn")[0].click()
        page.until(lambda page: page.find("#lesson:not([hidden])"))
        assert_accessible(page)
