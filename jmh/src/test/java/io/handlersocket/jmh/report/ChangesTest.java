// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.jmh.measure.Figure;
import io.handlersocket.jmh.measure.LayerResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesTest {

    @TempDir
    Path folder;

    @Test
    void aFigureIsComparedWithTheNewestRunThatHasIt() throws IOException {
        before("old.json", "2026-01-01", "fast", figure("a", 9.0, 0.1, ""), figure("b", 2.0, 0.1, ""));
        before("new.json", "2026-01-02", "fast", figure("a", 2.0, 0.1, ""), figure("b", 5.0, 0.4, "range 40 %"));

        Changes changes = changes(figure("a", 3.0, 0.1, ""), figure("b", 1.0, 0.1, ""));

        assertThat(changes.changed())
                .containsExactly(
                        new Changes.Change("a", 2.0, 3.0, "new.json", ""),
                        new Changes.Change("b", 2.0, 1.0, "old.json", ""));
        assertThat(changes.changed().get(0).percent()).isEqualTo("+50 %");
        assertThat(changes.changed().get(1).percent()).isEqualTo("-50 %");
    }

    @Test
    void aDifferenceWithinTheRangeOfEitherRunIsNoChange() throws IOException {
        before("old.json", "2026-01-01", "fast", figure("a", 2.0, 0.2, ""), figure("b", 2.0, 0.01, ""));

        Changes changes = changes(figure("a", 2.3, 0.01, ""), figure("b", 2.3, 0.2, ""));

        assertThat(changes.changed()).isEmpty();
        assertThat(changes.same()).isEqualTo(2);
    }

    @Test
    void aVoidFigureIsNotComparedAndANewOneIsNamed() throws IOException {
        before("old.json", "2026-01-01", "fast", figure("a", 2.0, 0.1, ""));

        Changes changes = changes(figure("a", 4.0, 0.5, "range 50 %"), figure("new", 1.0, 0.1, ""));

        assertThat(changes.changed()).isEmpty();
        assertThat(changes.added()).containsExactly("new");
    }

    @Test
    void aRunOnAnotherMachineIsMarked() throws IOException {
        before("old.json", "2026-01-01", "another", figure("a", 2.0, 0.1, ""));

        assertThat(changes(figure("a", 4.0, 0.1, "")).changed())
                .containsExactly(new Changes.Change("a", 2.0, 4.0, "old.json", "another, 2 cores"));
    }

    private static Figure figure(String key, double value, double spread, String reason) {
        return new Figure(key, "arm", "base", value, spread, reason);
    }

    private static Report report(String date, String cpu, Figure... figures) {
        LayerResult layer =
                new LayerResult("layer", List.of(), List.of(), Arrays.asList(figures), List.of(), List.of());
        return Report.of(date, "quick", new Machine(cpu, 2, "kernel", "jdk", "server", Map.of()), 1, List.of(layer));
    }

    private void before(String file, String date, String cpu, Figure... figures) throws IOException {
        Files.write(
                folder.resolve(file),
                new tools.jackson.databind.json.JsonMapper().writeValueAsBytes(report(date, cpu, figures)));
    }

    private Changes changes(Figure... figures) throws IOException {
        return Changes.since(folder, report("2026-01-03", "fast", figures));
    }
}
