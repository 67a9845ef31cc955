// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static io.handlersocket.hibernate.matrix.MatrixCase.row;

import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.hibernate.fixture.Special;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Hibernate;

/** Loads by one id or by several, of every kind. */
@SuppressWarnings({"removal", "deprecation"}) // applications still load this way
final class IdCases {

    private IdCases() {}

    static Stream<MatrixCase> all() {
        return Stream.of(one(), several(), kinds(), beyond(), natural()).flatMap(cases -> cases);
    }

    private static Stream<MatrixCase> one() {
        return Stream.of(
                row("find", HANDLERSOCKET, "", 1, s -> s.find(Model.Plain.class, 1)),
                row("find no row", HANDLERSOCKET, "", 1, s -> String.valueOf(s.find(Model.Plain.class, 9))),
                row(
                        "find twice, loaded once",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> List.of(s.find(Model.Plain.class, 1), s.find(Model.Plain.class, 1))),
                row("find after clear, loaded again", HANDLERSOCKET, "", 2, s -> {
                    Model.Plain first = s.find(Model.Plain.class, 1);
                    s.clear();
                    return List.of(first, s.find(Model.Plain.class, 1));
                }),
                row("lazy reference", HANDLERSOCKET, "", 1, s -> {
                    Model.Plain reference = s.getReference(Model.Plain.class, 1);
                    Hibernate.initialize(reference);
                    return reference;
                }),
                row("lazy reference to no row", HANDLERSOCKET, "", 1, s -> {
                    Model.Plain reference = s.getReference(Model.Plain.class, 9);
                    return reference.getName();
                }),
                row(
                        "byId.loadOptional",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.byId(Model.Plain.class).loadOptional(1).orElseThrow()),
                row("find an id of another type", HANDLERSOCKET, "", 1, s -> s.find(Model.Plain.class, 1L)),
                row("refresh", HANDLERSOCKET, "", 1, s -> s.find(Model.Versioned.class, 1), (s, versioned) -> {
                    versioned.name = "changed in memory";
                    s.refresh(versioned);
                    return versioned;
                }));
    }

    private static Stream<MatrixCase> several() {
        return Stream.of(
                row(
                        "findMultiple",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Keyed.BySmall.class, List.of(0, -1, 32_767))),
                row(
                        "findMultiple, some absent, some twice",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Keyed.BySmall.class, List.of(0, 7, 0, -1))),
                row("findMultiple of one", HANDLERSOCKET, "", 1, s -> s.findMultiple(Keyed.BySmall.class, List.of(0))),
                row(
                        "byMultipleIds",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.byMultipleIds(Keyed.BySmall.class).multiLoad(-1, 0)),
                row(
                        "findMultiple by text",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(Keyed.ByText.class, List.of("abcde", "ZOE", ""))),
                row(
                        "findMultiple by @EmbeddedId",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(
                                Keyed.ByPair.class, List.of(new Keyed.Pair(1, "x"), new Keyed.Pair(1, "y")))),
                row(
                        "findMultiple by @IdClass",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.findMultiple(
                                Keyed.ByIdClass.class, List.of(new Keyed.TwoIds(1, 2), new Keyed.TwoIds(2, 1)))));
    }

    private static Stream<MatrixCase> kinds() {
        Map<Class<?>, Object> ids = Map.ofEntries(
                Map.entry(Keyed.ByText.class, "abcde"),
                Map.entry(Keyed.ByBinaryText.class, "abcde"),
                Map.entry(Keyed.ByLatin.class, "café"),
                Map.entry(Keyed.ByUuid.class, UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
                Map.entry(Keyed.ByBytes.class, UUID.fromString("123e4567-e89b-12d3-a456-426614174000")),
                Map.entry(Keyed.ByDecimal.class, new BigDecimal("1.10")),
                Map.entry(Keyed.ByEnum.class, Keyed.Size.M),
                Map.entry(Keyed.BySmall.class, 32_767),
                Map.entry(Keyed.ByPair.class, new Keyed.Pair(1, "x")),
                Map.entry(Keyed.ByIdClass.class, new Keyed.TwoIds(2, 1)));
        return Stream.concat(
                ids.entrySet().stream()
                        .map(id -> row(
                                "id of " + id.getKey().getSimpleName(),
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> s.find(id.getKey(), id.getValue()))),
                Stream.of(
                        row(
                                "id that is a date",
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> s.find(Keyed.ByDay.class, LocalDate.of(2024, 2, 29))),
                        row(
                                "id that is a date, no row",
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> String.valueOf(s.find(Keyed.ByDay.class, LocalDate.of(2024, 2, 28)))),
                        row(
                                "id that is a date before the calendars agree",
                                JDBC,
                                "only the driver can send",
                                1,
                                s -> s.find(Keyed.ByDay.class, LocalDate.of(1, 1, 1))),
                        row(
                                "id that is a date and time",
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> s.find(
                                        Keyed.ByMoment.class, LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_000_000))),
                        row(
                                "id that is a date and time with more digits than its column",
                                JDBC,
                                "a date or time that column id does not hold exactly",
                                1,
                                s -> String.valueOf(s.find(
                                        Keyed.ByMoment.class, LocalDateTime.of(2024, 2, 29, 12, 0, 0, 123_400_000)))),
                        row(
                                "id that is a time",
                                HANDLERSOCKET,
                                "",
                                1,
                                s -> s.find(Keyed.ByClock.class, LocalTime.of(23, 59, 59))),
                        row(
                                "id that is a time with more digits than its column",
                                JDBC,
                                "a date or time that column id does not hold exactly",
                                1,
                                s -> String.valueOf(
                                        s.find(Keyed.ByClock.class, LocalTime.of(23, 59, 58, 600_000_000)))),
                        row(
                                "id with more decimals than its column",
                                JDBC,
                                "more decimals than column id",
                                1,
                                s -> String.valueOf(s.find(Keyed.ByDecimal.class, new BigDecimal("1.104"))))));
    }

    /** Keys that no row can have: the server would take each for the key of a row that there is. */
    static Stream<MatrixCase> beyond() {
        return Stream.<Map.Entry<Class<?>, Object>>of(
                        Map.entry(Keyed.BySmall.class, 99_999),
                        Map.entry(Keyed.BySmall.class, -99_999),
                        Map.entry(Keyed.ByText.class, "abcdeXYZ"),
                        Map.entry(Keyed.ByDecimal.class, new BigDecimal("123456789012")))
                .map(id -> row(
                        "id beyond " + id.getKey().getSimpleName() + ' ' + id.getValue(),
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(s.find(id.getKey(), id.getValue()))));
    }

    private static Stream<MatrixCase> natural() {
        return Stream.of(
                row(
                        "@NaturalId",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> HibernateLine.findByNaturalId(s, Keyed.ByNaturalId.class, "seven")),
                row(
                        "@NaturalId, bySimpleNaturalId",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.bySimpleNaturalId(Keyed.ByNaturalId.class).load("seven")),
                row(
                        "@NaturalId, no row",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> String.valueOf(HibernateLine.findByNaturalId(s, Keyed.ByNaturalId.class, "eight"))),
                row(
                        "@NaturalId of two columns",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.byNaturalId(Special.NaturalPair.class)
                                .using("realm", "x")
                                .using("number", 2)
                                .load()),
                row(
                        "several @NaturalId",
                        HANDLERSOCKET,
                        "",
                        1,
                        s -> s.byMultipleNaturalId(Keyed.ByNaturalId.class).multiLoad("seven", "eight")));
    }
}
