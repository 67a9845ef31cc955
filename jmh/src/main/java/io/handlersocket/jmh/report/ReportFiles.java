// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a report into a folder. */
public final class ReportFiles {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ReportFiles() {}

    /**
     * Writes JSON, Markdown and charts. Returns what was written.
     *
     * @param changes since the last run; found before this, as a run of the same day is overwritten
     */
    public static List<Path> write(Report report, Changes changes, Path folder) throws IOException {
        Files.createDirectories(folder);
        String name = report.date() + "-" + report.machine().slug();
        List<Path> written = new ArrayList<>();
        List<String> charts = new ArrayList<>();
        for (Map.Entry<String, Drawing> chart : Charts.of(report).entrySet()) {
            Path svg = folder.resolve(name + "-" + chart.getKey() + ".svg");
            Files.writeString(svg, chart.getValue().svg());
            charts.add(svg.getFileName().toString());
            written.add(svg);
            png(chart.getValue(), folder.resolve(name + "-" + chart.getKey() + ".png"), written);
        }
        Path json = folder.resolve(name + ".json");
        Files.write(json, JSON.writeValueAsBytes(report));
        Path markdown = folder.resolve(name + ".md");
        Files.writeString(markdown, Markdown.of(report, changes, charts));
        written.add(json);
        written.add(markdown);
        return written;
    }

    /** Letters need the system's fonts, which small images lack: the SVG says the same. */
    private static void png(Drawing drawing, Path file, List<Path> written) throws IOException {
        try {
            ImageIO.write(drawing.image(), "png", file.toFile());
            written.add(file);
        } catch (LinkageError | RuntimeException noFonts) {
            System.err.println("no " + file.getFileName() + ": " + noFonts);
        }
    }
}
