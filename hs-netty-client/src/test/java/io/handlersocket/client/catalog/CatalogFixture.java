// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Facts of a server, columns and collations as a catalogue would describe them, where a test asks none. */
public final class CatalogFixture {

    /** The last second of TIMESTAMP before MariaDB 11.5. */
    public static final Instant END_OF_2038 = Instant.parse("2038-01-19T03:14:07Z");

    /** A server in UTC, without a binary log. */
    public static final ServerFacts SERVER = server(ZoneOffset.UTC, END_OF_2038);

    private CatalogFixture() {}

    /** A server without a binary log; {@code offset} is null if it and its sessions have no common one. */
    public static ServerFacts server(@Nullable ZoneOffset offset, @Nullable Instant lastTimestamp) {
        return server(offset, lastTimestamp, false, false);
    }

    /** A server in UTC that may replicate. */
    public static ServerFacts server(boolean binaryLog, boolean galera) {
        return server(ZoneOffset.UTC, END_OF_2038, binaryLog, galera);
    }

    private static ServerFacts server(
            @Nullable ZoneOffset offset, @Nullable Instant lastTimestamp, boolean binaryLog, boolean galera) {
        return new ServerFacts(
                "10.11.19-MariaDB",
                "id",
                "s",
                "app@localhost",
                "localhost:3306",
                "UTC",
                "SYSTEM",
                offset,
                lastTimestamp,
                binaryLog,
                false,
                galera,
                true,
                "",
                1,
                2);
    }

    /** A column of a type without length, sign and character set. */
    public static Column column(String name, String type, boolean nullable) {
        return new Column(name, type, type, false, false, 0, 0, 10, 0, 0, null, null, nullable, false, List.of());
    }

    /** A VARCHAR column in which equal texts have equal bytes. */
    public static Column text(String name, int length) {
        return new Column(
                name,
                "varchar",
                "varchar(" + length + ")",
                false,
                false,
                length,
                4L * length,
                0,
                0,
                0,
                "utf8mb4",
                collation("utf8mb4_nopad_bin"),
                false,
                false,
                List.of());
    }

    /**
     * A collation as the server describes those of this name. Only for names that tests use: that a server says the
     * same of every name is not so.
     */
    public static Collation collation(String name) {
        boolean binary = name.endsWith("_bin");
        boolean secondBlank = name.equals("cp1250_general_ci") || name.equals("koi8u_general_ci");
        boolean alike = binary || (name.contains("_general_") && !secondBlank) || name.startsWith("latin1_swedish_");
        return new Collation(name, true, !name.contains("_nopad_"), binary, alike);
    }
}
