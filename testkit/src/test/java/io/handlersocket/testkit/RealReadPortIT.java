// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The contract on the real server, and random requests that the fake must answer as it does. */
class RealReadPortIT extends ReadPortContract {
    private static final int REQUESTS = Seed.size("port.requests", 4_000);
    private static final String[] OPERATORS = {"=", "=", ">", ">=", "<", "<="};
    private static final String[] CONDITIONS = {"=", "!=", "<", "<=", ">", ">="};

    private final HandlerSocketMariaDB db = new HandlerSocketMariaDB().withSecrets(ContractServer.SECRET, "");

    @Override
    ContractServer server() {
        return ContractServer.real(db);
    }

    @BeforeAll
    void start() {
        db.start();
        createTables();
    }

    @AfterAll
    void stop() {
        db.stop();
    }

    @Test
    void theFakeAnswersRandomRequestsAsTheRealOneDoes() throws IOException {
        Random random = Seed.random(RealReadPortIT.class);
        ContractServer.Table table = randomTable(random);
        int rows = 0;
        try (FakeHandlerSocket fake = new FakeHandlerSocket(ContractServer.SECRET)) {
            ContractServer.fake(fake).create(table);
            server().create(table);
            try (RawConnection real = server().connect();
                    RawConnection copy = ContractServer.fake(fake).connect()) {
                for (String line :
                        List.of("A\t1\t" + ContractServer.SECRET, "P\t0\ttest\trandom\tPRIMARY\ta,b,n,s\ta,b,n,s")) {
                    assertThat(copy.ask(line)).isEqualTo(real.ask(line)).isEqualTo("0\t1");
                }
                for (int i = 0; i < REQUESTS; i++) {
                    String request = randomFind(random);
                    String answer = real.ask(request);
                    assertThat(copy.ask(request)).as(request).isEqualTo(answer);
                    rows += answer.length() > 4 && answer.startsWith("0\t4") ? 1 : 0;
                }
            }
        }
        assertThat(rows).as("requests that found rows").isGreaterThan(REQUESTS / 4);
    }

    private static ContractServer.Table randomTable(Random random) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int a = -3; a < 9; a++) {
            for (String b : List.of("", "a", "a\t", "b", "\u00fc")) {
                if (random.nextInt(3) > 0) {
                    rows.add(Arrays.asList(
                            a,
                            b,
                            random.nextInt(4) == 0 ? null : (Object) random.nextInt(5),
                            random.nextInt(4) == 0 ? null : "s" + random.nextInt(3)));
                }
            }
        }
        String text = " VARCHAR(20) COLLATE utf8mb4_nopad_bin";
        return new ContractServer.Table(
                "random",
                2,
                List.of("a INT NOT NULL", "b" + text + " NOT NULL", "n INT NULL", "s" + text + " NULL"),
                rows);
    }

    private static String pick(Random random, String... words) {
        return words[random.nextInt(words.length)];
    }

    private static String number(Random random) {
        return String.valueOf(random.nextInt(14) - 4);
    }

    private static String text(Random random) {
        return pick(random, "", "a", "a\u0001I", "b", "\u00c3\u00bc", "zz");
    }

    /** A find such as a client sends; now and then with a part too many, or a column that is not there. */
    private static String randomFind(Random random) {
        int parts = 1 + random.nextInt(random.nextInt(50) == 0 ? 3 : 2);
        StringBuilder line = new StringBuilder("0\t")
                .append(pick(random, OPERATORS))
                .append('\t')
                .append(parts);
        for (int part = 0; part < parts; part++) {
            line.append('\t').append(part == 0 ? number(random) : text(random));
        }
        if (random.nextInt(5) == 0) {
            return line.toString();
        }
        line.append('\t').append(random.nextInt(8)).append('\t').append(random.nextInt(4) == 0 ? random.nextInt(6) : 0);
        if (random.nextInt(3) == 0) {
            int part = random.nextInt(parts);
            int values = 1 + random.nextInt(5);
            line.append("\t@\t").append(part).append('\t').append(values);
            for (int i = 0; i < values; i++) {
                line.append('\t').append(part == 0 ? number(random) : text(random));
            }
        }
        for (int filters = random.nextInt(3); filters > 0; filters--) {
            int column = random.nextInt(random.nextInt(50) == 0 ? 5 : 4);
            line.append('\t').append(pick(random, "F", "W")).append('\t').append(pick(random, CONDITIONS));
            line.append('\t').append(column).append('\t');
            line.append(
                    column > 1 && random.nextInt(4) == 0
                            ? "\u0000"
                            : switch (column) {
                                case 0, 2 -> number(random);
                                case 3 -> "s" + random.nextInt(3);
                                default -> text(random);
                            });
        }
        return line.toString();
    }
}
