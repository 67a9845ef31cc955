// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.internal.gate.Corpus.Owner;
import io.handlersocket.hibernate.internal.gate.Corpus.Pet;
import jakarta.persistence.LockModeType;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.hibernate.LockMode;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.query.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each text that Hibernate sends for a read is a plain read, and no other text is. */
class CorpusIT {

    private static final Map<String, Object> ATTRIBUTES = new LinkedHashMap<>();

    static {
        ATTRIBUTES.put("o.id", 1L);
        ATTRIBUTES.put("o.name", "a");
        ATTRIBUTES.put("o.level", 1);
        ATTRIBUTES.put("o.small", (short) 1);
        ATTRIBUTES.put("o.tiny", (byte) 1);
        ATTRIBUTES.put("o.ratio", 1.5);
        ATTRIBUTES.put("o.part", 1.5f);
        ATTRIBUTES.put("o.amount", BigDecimal.ONE);
        ATTRIBUTES.put("o.active", true);
        ATTRIBUTES.put("o.open", true);
        ATTRIBUTES.put("o.initial", 'a');
        ATTRIBUTES.put("o.day", LocalDate.EPOCH);
        ATTRIBUTES.put("o.hour", LocalTime.NOON);
        ATTRIBUTES.put("o.moment", LocalDateTime.MIN);
        ATTRIBUTES.put("o.instant", Instant.EPOCH);
        ATTRIBUTES.put("o.zoned", Instant.EPOCH.atOffset(ZoneOffset.UTC));
        ATTRIBUTES.put("o.lasted", Duration.ZERO);
        ATTRIBUTES.put("o.code", new UUID(1, 1));
        ATTRIBUTES.put("o.image", new byte[1]);
        ATTRIBUTES.put("o.ordinal", DayOfWeek.MONDAY);
        ATTRIBUTES.put("o.label", DayOfWeek.MONDAY);
        ATTRIBUTES.put("o.address.city", "a");
        ATTRIBUTES.put("o.parent.name", "a");
        ATTRIBUTES.put("o.parent.id", 1L);
    }

    private Corpus corpus = new Corpus(Map.of());

    @AfterEach
    void close() {
        corpus.close();
    }

    private static SqlKind kind(String sql) {
        return new SqlKinds(name ->
                        Corpus.TABLES.contains(name.toLowerCase(Locale.ROOT)) ? TableKind.PLAIN : TableKind.OTHER)
                .ofPrepared(sql);
    }

    private void read(String hql, Object... parameters) {
        read(hql, -1, parameters);
    }

    /** @param rows the limit; negative without one */
    private void read(String hql, int rows, Object... parameters) {
        corpus.run(hql, session -> {
            Query<?> query = session.createQuery(hql, Object.class);
            for (int i = 0; i < parameters.length; i++) {
                if (parameters[i] instanceof List<?> list) {
                    query.setParameterList(i + 1, list);
                } else {
                    query.setParameter(i + 1, parameters[i]);
                }
            }
            if (rows >= 0) {
                query.setMaxResults(rows).setFirstResult(rows);
            }
            query.getResultList();
        });
    }

    private void areReads(int atLeast) {
        Set<String> others = new TreeSet<>();
        for (String sql : corpus.texts()) {
            SqlKind kind = kind(sql);
            if (kind != SqlKind.READ) {
                others.add(kind + " " + sql);
            }
        }
        assertThat(others).as("of " + corpus.texts().size()).isEmpty();
        assertThat(corpus.texts()).hasSizeGreaterThan(atLeast);
    }

    /** Each text is one that this line of Hibernate knows. */
    private void allAreRendered() {
        if (HibernateLine.isAtLeast7(4)) {
            assertThat(corpus.refused()).isEmpty();
        }
    }

    /** As Spring Data writes them: each keyword of a derived query, and each attribute. */
    @Test
    void derivedQueries() {
        derivedQueries(false);
        areReads(400);
        allAreRendered();
    }

    @Test
    @Tag("exhaustive")
    void eachKeywordForEachAttribute() {
        derivedQueries(true);
        areReads(3_000);
        allAreRendered();
    }

    private void derivedQueries(boolean all) {
        List<String> one = List.of(
                "%s = ?1",
                "%s <> ?1",
                "%s < ?1",
                "%s <= ?1",
                "%s > ?1",
                "%s >= ?1",
                "%s in (?1)",
                "%s not in (?1)",
                "%s is null or %1$s = ?1",
                "%s is not null and not %1$s = ?1",
                "%s = ?1 or %1$s > ?1");
        List<String> texts = List.of(
                "%s like ?1",
                "%s like ?1 escape '\\'",
                "%s not like ?1 escape '\\'",
                "%s like ?1 escape '!'",
                "upper(%s) = upper(?1)",
                "upper(%s) like upper(?1) escape '\\'",
                "lower(%s) not like lower(?1) escape '\\'",
                "%s ilike ?1 escape '\\'",
                "%s like concat(?1, '%%')",
                "%s like concat('%%', replace(?1, '\\', '\\\\'), '%%') escape '\\'",
                "locate(?1, %s) > 0");
        ATTRIBUTES.forEach((attribute, value) -> {
            if (!all && !attribute.equals("o.name") && !attribute.equals("o.active")) {
                forms(attribute, attribute + " = ?1", value);
                return;
            }
            List<String> conditions = new ArrayList<>(one);
            if (value instanceof String) {
                conditions.addAll(texts);
            }
            for (String condition : conditions) {
                forms(attribute, condition.formatted(attribute), value);
            }
            forms(attribute, attribute + " between ?1 and ?2", value, value);
            forms(attribute, attribute + " in (?1)", List.of(value, value, value));
            forms(attribute, attribute + " is null");
            if (value instanceof Boolean) {
                forms(attribute, attribute + " = true");
                forms(attribute, attribute + " = false");
                forms(attribute, attribute);
            }
        });
        for (String collection : List.of("o.pets", "o.friends", "o.tags", "o.scores")) {
            forms("o.id", collection + " is empty");
            forms("o.id", collection + " is not empty");
            forms("o.id", "size(" + collection + ") > 1");
        }
        forms("o.id", "?1 member of o.tags", "a");
        forms("o.id", "?1 not member of o.tags", "a");
    }

    private void forms(String attribute, String condition, Object... parameters) {
        String where = " from Owner o where " + condition;
        read("select o" + where, parameters);
        read("select o" + where, 5, parameters);
        read("select o" + where + " order by " + attribute + " desc, o.id asc nulls last", 5, parameters);
        read("select distinct o" + where + " order by lower(o.name)", parameters);
        read("select count(o)" + where, parameters);
        read("select count(distinct o.name)" + where, parameters);
        read("select o.id" + where, 1, parameters);
        read("select o.name, o.level" + where, parameters);
    }

    /** Each function of the dialect, with the first arguments that it takes. */
    @Test
    void functions() {
        functions(false);
        areReads(100);
    }

    /** With arguments of many types. */
    @Test
    @Tag("exhaustive")
    void functionsOfEachArgument() {
        functions(true);
        areReads(500);
    }

    private void functions(boolean all) {
        List<String> arguments = Arrays.asList(
                "",
                "o.name",
                "o.level",
                "o.ratio",
                "o.day",
                "o.moment",
                "o.active",
                "o.tags",
                "o.scores",
                "o.name, o.name",
                "o.level, o.level",
                "o.level, 2",
                "o.name, 2",
                "o.day, 2",
                "o.name, 'a\\'",
                "o.day, o.day",
                "o.name, o.level, o.level",
                "o.name, o.name, o.name",
                "o.name, 2, 3",
                "o.level, 1, 9, 3",
                "o.name, 'a', 'b', 'c'",
                "day, o.day, o.day",
                "day, 1, o.day",
                "o.name as String",
                "year from o.day",
                "o.day as 'yyyy-MM-dd'",
                "both ' ' from o.name",
                "o.name from 2 for 3",
                "'a' in o.name",
                "*",
                "distinct o.name");
        Set<String> names = ((SessionFactoryImplementor) corpus.sessionFactory())
                .getQueryEngine()
                .getSqmFunctionRegistry()
                .getValidFunctionKeys();
        assertThat(names).hasSizeGreaterThan(150);
        for (String name : names) {
            Collections.rotate(arguments, 1); // or few would be the first
            int before = corpus.texts().size();
            for (String argument : arguments) {
                if (all || corpus.texts().size() == before) {
                    read("select " + name + "(" + argument + ") from Owner o");
                }
            }
            for (String argument : all ? List.of("", "o.level", "o.level, 2", "o.name, ','") : List.of("o.level")) {
                read("select " + name + "(" + argument + ") over (partition by o.name order by o.level rows between"
                        + " unbounded preceding and current row) from Owner o");
                read("select " + name + "(" + argument + ") filter (where o.level > 1) from Owner o");
                read("select " + name + "(" + argument + ") within group (order by o.name) from Owner o");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void literalsAndShapes(boolean comments) {
        corpus.close();
        corpus = new Corpus(Map.of("hibernate.use_sql_comments", comments));
        for (String text :
                List.of("a", "it''s", "\\", "a\\b", "\\''", "''\\", "100%", "\"", "`", "-- x", "/* x", ";")) {
            for (String use : List.of("o.name = '%s'", "o.name like '%s'", "o.name in ('%1$s', '%1$s')")) {
                read("select o from Owner o where " + use.formatted(text.replace("%", "%%")));
            }
            read("select '" + text + "' || o.name from Owner o");
        }
        Stream.of(
                        "select 1, 1L, 1.5, 1.5f, 1bd, 1bi, true, false, null, 0x1F from Owner o",
                        "select {ts '2026-01-01 10:11:12.5'}, {d '2026-01-01'}, {t '10:11:12'} from Owner o",
                        "select datetime 2026-01-01 10:11, date 2026-01-01, time 10:11 from Owner o",
                        "select x'0aff', 1 + 2 * -o.level, o.level % 3, o.name || 'x' from Owner o",
                        "select o from Owner o where o.ordinal = java.time.DayOfWeek.MONDAY or o.label = MONDAY",
                        "select local datetime, local date, instant, offset datetime, current_timestamp from Owner o",
                        "select o.day + 3 day, o.moment - o.moment, (o.moment - o.moment) by second from Owner o",
                        "select cast(o.level as String), str(o.level), cast(o.name as BigDecimal) from Owner o",
                        "select case when o.level > 1 then 'a\\' when o.level = 0 then null else '' end from Owner o",
                        "select case o.level when 1 then 'a' else 'b' end, nullif(o.name, ''), coalesce(o.name, '') from Owner o",
                        "select o from Owner o join o.pets p where p.name like 'a%' escape '\\'",
                        "select o from Owner o left join fetch o.pets where o.id = 1",
                        "select o from Owner o join fetch o.friends f left join fetch f.tags",
                        "select o, p from Owner o right join o.pets p on p.name = o.name",
                        "select o, p from Owner o full join Pet p on p.owner = o",
                        "select o, p from Owner o cross join Pet p",
                        "select o, p from Owner o, Pet p where p.owner = o",
                        "select o, b from Owner o left join Book b on b.title = o.name",
                        "select o, x.n from Owner o join lateral (select p.name as n from Pet p where p.owner = o"
                                + " order by p.id limit 1) x",
                        "select x.n from (select p.name as n, count(*) as c from Pet p group by p.name) x where x.c > 1",
                        "select o from Owner o where exists (select 1 from Pet p where p.owner = o)",
                        "select o from Owner o where o.level > all (select o2.level from Owner o2)",
                        "select o from Owner o where o.level = any (select o2.level from Owner o2 where o2.name = '\\')",
                        "select o from Owner o where o.level = some (select o2.level from Owner o2)",
                        "select o from Owner o where (o.level, o.name) in (select p.id, p.name from Pet p)",
                        "select o from Owner o where (o.level, o.name) = (1, 'a')",
                        "select (select max(p.id) from Pet p where p.owner = o) from Owner o",
                        "select o.name from Owner o union select p.name from Pet p",
                        "select o.name from Owner o union all select p.name from Pet p order by 1 limit 5",
                        "select o.name from Owner o intersect select p.name from Pet p",
                        "select o.name from Owner o except select p.name from Pet p",
                        "(select o.name as n from Owner o order by n limit 3) union all (select p.name as n from Pet p order by n limit 2)",
                        "with c as (select p.name as n from Pet p) select x.n from c x",
                        "with c as (select o.id as i, o.parent.id as p from Owner o where o.id = 1 union all select o.id as i,"
                                + " o.parent.id as p from Owner o join c x on o.id = x.p) select y.i from c y",
                        "with c as (select o.id as i, o.parent.id as p from Owner o where o.id = 1 union all select o.id as i,"
                                + " o.parent.id as p from Owner o join c x on o.id = x.p) search breadth first by i set s"
                                + " select y.i from c y order by y.s",
                        "with c as materialized (select p.name as n from Pet p) select x.n from c x, Owner o where o.name = x.n",
                        "select count(*), o.name from Owner o group by o.name having count(*) > 1 order by 1 desc",
                        "select o.name, sum(o.level) from Owner o group by rollup(o.name)",
                        "select avg(distinct o.level), sum(o.amount), max(o.day), min(o.name) from Owner o",
                        "select row_number() over (order by o.id), lag(o.level, 1) over (order by o.id) from Owner o",
                        "select listagg(o.name, ', ') within group (order by o.name desc) from Owner o",
                        "select every(o.active), any(o.active) from Owner o",
                        "select p from Pet p where type(p) = Dog",
                        "select treat(p as Dog).bark from Pet p",
                        "from Item",
                        "from Book b where b.blurb like '\\\\%'",
                        "from Shape",
                        "from Circle",
                        "from Hidden",
                        "select i from Item i where type(i) in (Book, Item)",
                        "select key(s), value(s), entry(s) from Owner o join o.scores s",
                        "select index(t), t from Owner o join o.tags t where maxindex(o.tags) > 1",
                        "select element(o.tags), o.tags[0], o.scores['a\\'] from Owner o",
                        "select max(element(o.tags)), minelement(o.tags) from Owner o",
                        "select id(o) from Owner o",
                        "select o.parent from Owner o",
                        "select new list(o.name, o.level) from Owner o",
                        "select new map(o.name as n) from Owner o",
                        "select o from Owner o order by o.id limit 3 offset 2",
                        "select o from Owner o order by o.id fetch first 3 rows only",
                        "select o from Owner o order by o.id fetch first 3 rows with ties",
                        "select o from Owner o order by o.id fetch first 30 percent rows only",
                        "select o from Owner o order by o.name asc nulls first, o.level desc nulls last",
                        "select g from generate_series(1, 10) g",
                        "select x from Owner o join lateral unnest(o.numbers) x",
                        "select o.name from Owner o where o.name like regexp 'a\\d'",
                        "select function('date_format', o.day, '%Y') from Owner o",
                        "select column(o.name) from Owner o",
                        "select o from Owner o where o.name is distinct from 'a' and o.level is not distinct from 1",
                        "select o from Owner o where o.active and not o.open or o.level > 1",
                        "select collate(o.name as utf8mb4_bin) from Owner o",
                        "select format(o.day as 'yyyy''T''MM'), extract(epoch from o.moment) from Owner o",
                        "select overlay(o.name placing 'x' from 2), position('a' in o.name), pad(o.name with 5 leading) from Owner o",
                        "select trunc(o.moment, month), trunc(o.ratio, 2), round(o.ratio, 1) from Owner o")
                .forEach(this::read);
        corpus.run("loads", session -> {
            session.find(Owner.class, 1L);
            session.findMultiple(Owner.class, List.of(1L, 2L, 3L));
            session.findMultiple(Pet.class, List.of(1, 2));
            session.find(Corpus.Book.class, 1);
            session.find(Corpus.Shape.class, 1);
            session.find(Corpus.Hidden.class, 1);
            Owner owner = session.getReference(Owner.class, 1L);
            session.createNativeQuery("select * from owner where name like ? escape '\\\\'", Owner.class)
                    .setParameter(1, "a")
                    .getResultList();
            session.createQuery("from Owner o where o.id = 1", Owner.class)
                    .setComment("what it is for")
                    .addQueryHint("idx_name")
                    .getResultList();
            Hibernate.initialize(owner);
        });
        corpus.run("criteria", session -> {
            var builder = session.getCriteriaBuilder();
            var query = builder.createQuery(Owner.class);
            var root = query.from(Owner.class);
            query.where(builder.like(root.get("name"), "a%", '\\'));
            session.createQuery(query).getResultList();
            query.where(builder.notLike(builder.upper(root.get("name")), builder.literal("A\\%"), '\\'));
            session.createQuery(query).getResultList();
        });
        areReads(100);
        allAreRendered();
    }

    @Test
    void whatLocksOrWritesIsNoRead() {
        for (LockModeType mode : List.of(
                LockModeType.PESSIMISTIC_READ,
                LockModeType.PESSIMISTIC_WRITE,
                LockModeType.PESSIMISTIC_FORCE_INCREMENT)) {
            ATTRIBUTES.forEach((attribute, value) -> corpus.run(
                    attribute + " " + mode,
                    session -> session.createSelectionQuery("from Owner o where " + attribute + " = ?1", Owner.class)
                            .setParameter(1, value)
                            .setLockMode(mode)
                            .getResultList()));
            corpus.run(
                    "like " + mode,
                    session -> session.createSelectionQuery(
                                    "from Owner o where o.name like 'a\\%' escape '\\'", Owner.class)
                            .setLockMode(mode)
                            .setMaxResults(3)
                            .getResultList());
            corpus.run("find " + mode, session -> session.find(Owner.class, 1L, mode));
        }
        for (LockMode mode : List.of(LockMode.UPGRADE_NOWAIT, LockMode.UPGRADE_SKIPLOCKED)) {
            corpus.run(
                    "find " + mode,
                    session -> session.createSelectionQuery("from Pet", Pet.class)
                            .setHibernateLockMode(mode)
                            .getResultList());
        }
        for (String hql : List.of(
                "delete from Owner o where o.name like 'a\\%' escape '\\'",
                "update Owner o set o.name = 'a\\' where o.level in (select p.id from Pet p)",
                "delete from Item",
                "update Book b set b.title = 'x', b.name = 'y'",
                "delete from Hidden",
                "insert into Pet (name, owner) select o.name, o from Owner o",
                "insert into Item (id, name) values (1, 'a'), (2, 'b\\')",
                "insert into Item (id, name) values (1, 'a') on conflict(id) do update set name = 'b'",
                "update Shape s set s.name = 'a'",
                "delete from Owner")) {
            corpus.run(hql, session -> session.createMutationQuery(hql).executeUpdate());
        }
        corpus.run("insert", session -> {
            Pet pet = new Pet();
            pet.name = "a";
            session.persist(pet);
        });
        assertThat(corpus.texts()).hasSizeGreaterThan(60).noneMatch(sql -> {
            SqlKind kind = kind(sql);
            return kind == SqlKind.READ || kind == SqlKind.ASSUMED_READ;
        });
    }
}
