// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ScreenshotsTest {

    @Test
    void showThePagesAsTheyAre() throws Exception {
        assertThat(Screenshots.hashOfPictures())
                .as("the pages have changed since the pictures were made; README.md says how to make them again")
                .isEqualTo(Screenshots.hashOfSources());
    }

    @Test
    void areThereAndSmall() throws Exception {
        String readme = Files.readString(Screenshots.FOLDER.resolveSibling("README.md"));
        for (String picture : Screenshots.PICTURES) {
            assertThat(Files.size(Screenshots.FOLDER.resolve(picture)))
                    .as(picture)
                    .isBetween(10_000L, 300_000L);
            assertThat(readme).contains("docs/" + picture);
        }
    }
}
