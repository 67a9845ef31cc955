// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.EnhancingClassLoader;
import io.handlersocket.hibernate.fixture.Essay;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.Map;
import org.hibernate.Hibernate;
import org.junit.jupiter.api.Test;

class LazyAttributeIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    @Test
    void anAttributeThatIsLoadedLaterHasALookupOfItsOwn() {
        SERVER.execute(
                "create or replace table essay (id int primary key, title varchar(255), text longtext)",
                "insert into essay values (1, 'short', repeat('long ', 10000))");
        EnhancingClassLoader loader = new EnhancingClassLoader(Essay.class);
        Class<?> essay = loader.entity();
        try (App fast =
                App.fast(SERVER, Map.of(App.CLASS_LOADER, loader), essay).ready(essay)) {
            warm(fast, essay);
            Object text = fast.expect(
                    HANDLERSOCKET,
                    2,
                    () -> fast.sessionFactory().fromSession(session -> {
                        Object found = session.find(essay, 1);
                        assertThat(Hibernate.isPropertyInitialized(found, "text"))
                                .isFalse();
                        return text(found);
                    }));
            assertThat(text).isEqualTo("long ".repeat(10_000));
        }
    }

    /** Lets the index be opened that reads long columns too; a table that just came may first be stood back from. */
    private static void warm(App fast, Class<?> essay) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            long before = fast.loads().count(HANDLERSOCKET);
            fast.sessionFactory().inSession(session -> text(session.find(essay, 1)));
            assertThat(fast.loads().count(HANDLERSOCKET))
                    .as("%s %s", fast.loads().counts(), fast.loads().entities())
                    .isEqualTo(before + 2);
        });
    }

    private static Object text(Object essay) {
        try {
            return essay.getClass().getMethod("getText").invoke(essay);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
