// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import io.handlersocket.testkit.DistributionBrowser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpCookie;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.FluentWait;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.client.RestClient;

/** A visitor with a browser. Every question waits until it has an answer. */
final class Visitor implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ChromeDriver driver;
    private final Path profile;
    private final String address;
    private boolean asNew;

    Visitor(DistributionBrowser browser, String address) {
        this.address = address;
        try {
            profile = Files.createTempDirectory("game-visitor");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> environment = new HashMap<>(browser.environment());
        environment.put("XDG_CACHE_HOME", profile.resolve("cache").toString());
        environment.put("XDG_CONFIG_HOME", profile.resolve("config").toString());
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.browser().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                // Less work for pages of one site: fewer processes, and none started before it is needed.
                "--in-process-gpu",
                "--process-per-site",
                "--enable-features=NetworkServiceInProcess2",
                "--disable-features=SpareRendererForSitePerProcess",
                "--no-first-run",
                "--no-proxy-server",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-extensions",
                "--hide-scrollbars",
                "--lang=en",
                "--force-prefers-reduced-motion",
                "--window-size=1280,900",
                "--user-data-dir=" + profile.resolve("profile"));
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(browser.driver().toFile())
                .usingAnyFreePort()
                .withEnvironment(environment)
                .withSilent(true)
                .build();
        driver = new ChromeDriver(service, options);
    }

    /** Without cookies, on a desktop, in the light; whatever page was open is left. */
    void beAsNew() {
        if (asNew) {
            return;
        }
        driver.get("about:blank");
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        scheme("light");
        asNew = true;
    }

    Visitor open(String path) {
        asNew = false;
        driver.get(address + path);
        return this;
    }

    /** Sends the form of the first page without a browser and takes the cookie; the next page is the player's. */
    Visitor play(long player) {
        asNew = false;
        HttpHeaders answer = RestClient.create(address)
                .post()
                .uri("/sign-in")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body("player=" + player)
                .retrieve()
                .toBodilessEntity()
                .getHeaders();
        HttpCookie cookie = HttpCookie.parse(Objects.requireNonNull(answer.getFirst(HttpHeaders.SET_COOKIE)))
                .get(0);
        driver.executeCdpCommand(
                "Network.setCookie", Map.of("url", address, "name", cookie.getName(), "value", cookie.getValue()));
        return this;
    }

    /** Signs in on the first page. */
    Visitor signIn(long player) {
        return open("/")
                .type("#player", Long.toString(player))
                .click("form[action='/sign-in'] button")
                .see(".who", "player " + player);
    }

    String path() {
        return Objects.requireNonNull(driver.getCurrentUrl()).replace(address, "");
    }

    String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /** Waits for the element. */
    WebElement find(String css) {
        return await(
                "no element " + css,
                () -> driver.findElements(By.cssSelector(css)).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    /** The text as it is shown. */
    String text(String css) {
        return await("no text of " + css, () -> find(css).getText());
    }

    /** Waits until the element shows the text. */
    Visitor see(String css, String text) {
        return see(css, text, PATIENCE);
    }

    Visitor see(String css, String text, Duration patience) {
        await(
                css + " never showed '" + text + "'",
                () -> driver.findElements(By.cssSelector(css)).stream()
                                .anyMatch(element -> element.getText().contains(text))
                        ? true
                        : null,
                patience);
        return this;
    }

    Visitor click(String css) {
        WebElement element = find(css);
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        element.click();
        return this;
    }

    Visitor type(String css, String text) {
        WebElement element = find(css);
        element.clear();
        element.sendKeys(text);
        return this;
    }

    /** Presses keys where the focus is. */
    Visitor press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
        return this;
    }

    /** Presses the tabulator until the element has the focus. */
    Visitor tabTo(String css) {
        for (int i = 0; i < 80; i++) {
            if (Boolean.TRUE.equals(driver.executeScript("return document.activeElement.matches(arguments[0])", css))) {
                return this;
            }
            press(Keys.TAB);
        }
        throw new AssertionError("the keyboard does not reach " + css + " at " + path());
    }

    /** Opens the page until the part came over HandlerSocket: the first lookup of a table opens its index. */
    Visitor readUntilFast(String path, String chip) {
        await(
                chip + " never was fast",
                () -> open(path).text(chip).matches("(?s)HandlerSocket\\s+0 SQL.*") ? true : null);
        return this;
    }

    /** Opens the page until the element has the text. */
    Visitor readUntil(String path, String css, String text) {
        await(css + " never was '" + text + "'", () -> open(path).text(css).equals(text) ? true : null);
        return this;
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    Object script(String code, Object... arguments) {
        return Objects.requireNonNullElse(driver.executeScript(code, arguments), "");
    }

    Object asyncScript(String code, Object... arguments) {
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        return Objects.requireNonNull(driver.executeAsyncScript(code, arguments));
    }

    /** Waits until the script gives true. */
    Visitor until(String what, String script) {
        return until(what, script, PATIENCE);
    }

    Visitor until(String what, String script, Duration patience) {
        await(what, () -> Boolean.TRUE.equals(driver.executeScript("return " + script)) ? true : null, patience);
        return this;
    }

    Visitor resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        return this;
    }

    Visitor scheme(String lightOrDark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", lightOrDark))));
        return this;
    }

    byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    @SuppressWarnings("SystemOut") // for whoever reads why the journey failed
    void describe(String journey) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "journeys"));
            Path picture = folder.resolve(journey.replaceAll("\\W+", "-") + ".png");
            Files.write(picture, screenshot());
            Files.writeString(
                    folder.resolve(journey.replaceAll("\\W+", "-") + ".html"),
                    Objects.requireNonNull(driver.getPageSource()),
                    StandardCharsets.UTF_8);
            System.out.println(journey + " ended at " + path() + " (" + picture + ")");
        } catch (IOException | RuntimeException e) {
            System.out.println("What the browser showed is not known: " + e);
        }
    }

    private <T> T await(String what, Supplier<@Nullable T> question) {
        return await(what, question, PATIENCE);
    }

    private <T> T await(String what, Supplier<@Nullable T> question, Duration patience) {
        T answer = new FluentWait<>(question)
                .withTimeout(patience)
                .pollingEvery(Duration.ofMillis(100))
                .ignoring(StaleElementReferenceException.class)
                .withMessage(() -> what + " at " + path())
                .until(Supplier::get);
        return Objects.requireNonNull(answer);
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        FileSystemUtils.deleteRecursively(profile);
    }
}
