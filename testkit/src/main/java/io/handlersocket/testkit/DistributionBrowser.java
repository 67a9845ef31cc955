// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A Chromium with its WebDriver for browser tests: the installed pair, else one unpacked from Debian's packages without
 * root, which happens only where the strategy {@code download} is named for MariaDB too.
 *
 * @param browser the browser's program
 * @param driver its {@code chromedriver}
 * @param environment what both must be started with so that they find their libraries and fonts
 */
public record DistributionBrowser(Path browser, Path driver, Map<String, String> environment) {

    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome");
    private static final List<String> DRIVERS = List.of("chromedriver", "chromium.chromedriver");

    /** The second font is for code; pages without any font would be empty. */
    private static final List<String> PACKAGES =
            List.of("chromium", "chromium-driver", "fonts-inter", "fonts-dejavu-core", "fontconfig-config");

    private static final String FONTS = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig>
              <dir prefix="relative">usr/share/fonts</dir>
              <dir>/usr/share/fonts</dir>
              <cachedir prefix="xdg">fontconfig</cachedir>
              <alias><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
              <alias><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
              <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
            </fontconfig>
            """;

    public DistributionBrowser {
        environment = Map.copyOf(environment);
    }

    /**
     * Looks for the pair, and fetches it if need be.
     *
     * @throws IllegalStateException if this machine has no browser and cannot fetch one; the message says what was
     *     tried
     */
    public static DistributionBrowser find() {
        Commands commands = Commands.ofThisMachine();
        Optional<Path> browser = first(commands, BROWSERS);
        Optional<Path> driver = first(commands, DRIVERS);
        if (browser.isPresent() && driver.isPresent()) {
            return new DistributionBrowser(browser.get(), driver.get(), Map.of());
        }
        String missing = browser.isEmpty() ? "no Chromium on this machine" : "no chromedriver on this machine";
        if (!ServerStrategy.configured().contains(ServerStrategy.DOWNLOAD)) {
            throw new IllegalStateException(
                    missing + ", and 'download' is not in " + ServerStrategy.PROPERTY + "; install both, or add it");
        }
        DebianPackages packages = DebianPackages.ofThisMachine();
        try {
            Path root = BinaryCache.ofThisUser().folder("chromium-" + packages.cacheName(null, List.of()), folder -> {
                packages.unpackWithDependencies(folder, PACKAGES);
                Files.writeString(folder.resolve("fonts.conf"), FONTS);
                // What cannot run here must not stay in the cache.
                unpacked(folder).requireRunning();
            });
            return unpacked(root);
        } catch (UnavailableException | IOException e) {
            throw new IllegalStateException(missing + ", and none could be fetched: " + e.getMessage(), e);
        }
    }

    /**
     * Tells whether a test run without a browser must fail: where the environment variable {@code CI} is set, and where
     * {@code download} is the only strategy named.
     */
    public static boolean isRequired() {
        String ci = Objects.requireNonNullElse(System.getenv("CI"), "");
        return !(ci.isBlank() || ci.equals("false"))
                || ServerStrategy.configured().equals(List.of(ServerStrategy.DOWNLOAD));
    }

    private static Optional<Path> first(Commands commands, List<String> names) {
        return names.stream().flatMap(name -> commands.find(name).stream()).findFirst();
    }

    private static DistributionBrowser unpacked(Path root) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("LD_LIBRARY_PATH", DistributionProgram.libraryPath(root));
        environment.put("FONTCONFIG_FILE", root.resolve("fonts.conf").toString());
        // Not the script in usr/bin, which reads the machine's configuration.
        return new DistributionBrowser(
                root.resolve("usr/lib/chromium/chromium"), root.resolve("usr/bin/chromedriver"), environment);
    }

    private void requireRunning() throws IOException, UnavailableException {
        for (Path program : List.of(browser, driver)) {
            Commands.Result result = Commands.run(
                    List.of(program.toString(), "--version"),
                    environment,
                    Path.of(System.getProperty("java.io.tmpdir")),
                    Duration.ofSeconds(60));
            if (!result.ok()) {
                throw new UnavailableException(program.getFileName() + " does not start here: "
                        + result.tail(3).replace('\n', ' '));
            }
        }
    }
}
