// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DistributionProgramTest {

    @Test
    void takesTheInstalledOneAsItIs() {
        DistributionProgram shell = DistributionProgram.find("sh", List.of());

        assertThat(shell.path()).isExecutable();
        assertThat(shell.environment()).isEmpty();
    }

    @Test
    void takesAnInstalledProgramOfAnotherPackage() {
        assertThat(DistributionProgram.find("sh", "no-such-package-anywhere", List.of())
                        .path())
                .isExecutable();
    }

    @Test
    void takesAnInstalledLibrary() {
        assumeTrue(Files.isDirectory(Path.of("/usr/lib/x86_64-linux-gnu")));
        assertThat(DistributionProgram.findLibrary("libc.so.6", "no-such-package-anywhere"))
                .isReadable();
    }

    @Test
    void fetchesNothingUnlessDownloadIsNamed() {
        String before = System.getProperty(ServerStrategy.PROPERTY, "");
        System.setProperty(ServerStrategy.PROPERTY, "local");
        try {
            assertThatThrownBy(() -> DistributionProgram.find("no-such-program-anywhere", List.of()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'download' is not in");
            assertThatThrownBy(() -> DistributionProgram.findLibrary("no/such/library.so", "no-such-package"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("'download' is not in");
        } finally {
            System.setProperty(ServerStrategy.PROPERTY, before);
        }
    }
}
