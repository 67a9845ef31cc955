// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionBrowserIT {

    @Test
    void drawsAPage(@TempDir Path folder) throws Exception {
        DistributionBrowser found = find();
        Path page = Files.writeString(folder.resolve("page.html"), "<h1 style='font: 40px system-ui'>Hello</h1>");

        Commands.Result result = Commands.run(
                List.of(
                        found.browser().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--screenshot=" + folder.resolve("page.png"),
                        page.toUri().toString()),
                found.environment(),
                folder,
                Duration.ofSeconds(60));

        assertThat(result.output()).contains("bytes written");
        assertThat(folder.resolve("page.png")).isNotEmptyFile();
    }

    @SuppressWarnings("SystemOut") // the build's output says why a test is skipped
    private static DistributionBrowser find() {
        try {
            return DistributionBrowser.find();
        } catch (IllegalStateException e) {
            if (DistributionBrowser.isRequired()) {
                throw e;
            }
            System.out.println("Browser tests are skipped: " + e.getMessage());
            return abort("no browser");
        }
    }
}
