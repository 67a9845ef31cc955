// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

/** The command {@code scale}: prints the tables of {@code docs/operations/scale.md}, and measures the constants. */
public final class Scale {

    private static final String USAGE =
            "scale | scale measure lookups | scale measure connections | scale measure spread";

    private Scale() {}

    /**
     * Prints the tables, or measures constants.
     *
     * @param args {@code scale}, alone or with what to measure
     */
    public static void main(String[] args) throws Exception {
        String what = String.join(" ", args);
        switch (what) {
            case "scale" -> ScaleTables.all().forEach((name, table) -> System.out.println(name + "\n\n" + table));
            case "scale measure lookups" -> LookupMeasurement.main(1, 2, 16);
            case "scale measure connections" -> ConnectionMeasurement.main();
            case "scale measure spread" -> ConnectionMeasurement.spread();
            default -> throw new IllegalArgumentException(what + " (expected " + USAGE + ")");
        }
    }
}
