// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.growth;

import io.handlersocket.jmh.measure.Threads;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** The loads of a point, each in a session of its own, without a transaction. */
record GrowthLoads(GrowthPoint point) {

    void map(Configuration configuration) {
        configuration.addAnnotatedClass(Words.class).addAnnotatedClass(Star.class);
        if (point.indexes() > 1) {
            StringBuilder mapping = new StringBuilder("<hibernate-mapping>");
            for (int i = 0; i < point.indexes(); i++) {
                mapping.append("<class entity-name='%1$s' table='%1$s'><id name='id' type='int'/>"
                        .formatted(GrowthTables.name(i)));
                mapping.append("<property name='words' type='string'/></class>");
            }
            mapping.append("</hibernate-mapping>");
            configuration.addInputStream(
                    new ByteArrayInputStream(mapping.toString().getBytes(StandardCharsets.UTF_8)));
        }
    }

    Threads.Read read(SessionFactory sessions) {
        ToLongFunction<Session> load = load();
        return () -> {
            try (Session session = sessions.openSession()) {
                return load.applyAsLong(session);
            }
        };
    }

    private ToLongFunction<Session> load() {
        if (point.tables() > 1) {
            return this::join;
        }
        if (point.indexes() > 1) {
            return this::findInOneOfManyTables;
        }
        return point.keys() > 1 ? this::findMultiple : this::find;
    }

    private long find(Session session) {
        int id = randomId();
        session.find(Words.class, id).check(id);
        return 1;
    }

    private long findMultiple(Session session) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < point.keys(); i++) {
            ids.add(randomId());
        }
        List<Words> found = session.findMultiple(Words.class, ids);
        for (int i = 0; i < point.keys(); i++) {
            found.get(i).check(ids.get(i));
        }
        return 1;
    }

    private long join(Session session) {
        int id = randomId();
        Star star = session.createSelectionQuery(Star.query(point.tables()), Star.class)
                .setParameter("id", id)
                .getSingleResult();
        for (int i = 1; i < point.tables(); i++) {
            Words words = star.points().get(i - 1);
            if (star.id() != id || words == null) {
                throw new AssertionError("not the star " + id);
            }
            words.check((id + i * 7_919) % point.rows());
        }
        return 1;
    }

    @SuppressWarnings("removal") // the only way to an entity without class
    private long findInOneOfManyTables(Session session) {
        int id = randomId();
        Map<?, ?> row = (Map<?, ?>)
                session.get(GrowthTables.name(ThreadLocalRandom.current().nextInt(point.indexes())), (Object) id);
        Words.check(id, String.valueOf(row.get("words")));
        return 1;
    }

    private int randomId() {
        return ThreadLocalRandom.current().nextInt(point.rows());
    }
}
