// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The machine's own sources with another code name. */
class ReleaseSourcesTest {

    private static final ReleaseSources MACHINE = new ReleaseSources(
            Map.of("ID", "debian", "VERSION_CODENAME", "bookworm"),
            List.of(
                    "Packages http://mirror.invalid/debian/ bookworm main",
                    "DEP-11 http://mirror.invalid/debian/ bookworm main",
                    "Packages http://mirror.invalid/debian/ bookworm-updates main",
                    "Packages http://safe.invalid/debian-security/ bookworm-security main",
                    "Packages http://other.invalid/tool/ stable main",
                    "Packages http://other.invalid/tool/ bookwormish main"));

    @Test
    void theMirrorStaysAndTheNameChanges() {
        assertThat(MACHINE.of("trixie").lines().map(line -> line.replaceAll("\\[.*] ", "")))
                .containsExactly(
                        "deb http://mirror.invalid/debian/ trixie main",
                        "deb http://mirror.invalid/debian/ trixie-updates main",
                        "deb http://safe.invalid/debian-security/ trixie-security main");
    }

    @Test
    void theMachinesOwnReleaseIsAskedFirst() {
        assertThat(MACHINE.codenames())
                .startsWith("bookworm")
                .contains("trixie", "sid")
                .doesNotHaveDuplicates();
    }

    @Test
    void anotherDistributionHasOnlyItsOwn() {
        ReleaseSources other = new ReleaseSources(
                Map.of("ID", "devuan", "VERSION_CODENAME", "daedalus"),
                List.of("Packages http://mirror.invalid/merged/ daedalus main"));
        assertThat(other.codenames()).containsExactly("daedalus");
        assertThat(other.of("daedalus")).isEqualTo("deb http://mirror.invalid/merged/ daedalus main");
    }

    @Test
    void sourcesOfNoReleaseGiveNone() {
        assertThat(new ReleaseSources(Map.of(), List.of("Packages http://mirror.invalid/debian/ sid main")).codenames())
                .isEmpty();
    }
}
