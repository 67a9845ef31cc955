// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.handlersocket.hibernate.HandlerSocketSettings;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ContributorTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(Contributor.class);
    private final ListAppender<ILoggingEvent> heard = new ListAppender<>();

    @BeforeEach
    void listen() {
        heard.start();
        log.addAppender(heard);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(heard);
    }

    @Test
    void saysOnceThatAnotherHibernateStaysOnJdbc() {
        Contributor.contribute(new StandardServiceRegistryBuilder(), "8.0.0.Final");
        Contributor.contribute(new StandardServiceRegistryBuilder(), "7.20.1.Final");
        assertThat(heard.list).hasSize(2).allMatch(event -> event.getLevel() == Level.WARN);
        assertThat(heard.list.get(0).getFormattedMessage())
                .isEqualTo("Hibernate 8.0.0.Final was not tested with HandlerSocket (tested lines: 7.2, 7.3, 7.4):"
                        + " every load stays on JDBC. Use a tested line");
        for (String tested : List.of("7.2.0.Final", "7.3.4.Final", "7.4.13.Final", "7.4.15.Final")) {
            Contributor.contribute(new StandardServiceRegistryBuilder(), tested);
        }
        assertThat(heard.list).hasSize(2);
    }

    /** Byte Buddy is absent for the classes of this library only; Hibernate's own parent loader still has it. */
    @Test
    void staysOnJdbcWhereNoResultSetCanBeMade() throws Exception {
        URL own = Contributor.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new WithoutByteBuddy(own)) {
            ServiceContributor contributor = (ServiceContributor) loader.loadClass(Contributor.class.getName())
                    .getConstructor()
                    .newInstance();

            assertThat(initiators(contributor, Map.of(HandlerSocketSettings.CLIENT, "a client")))
                    .isEmpty();
            assertThat(heard.list).singleElement().satisfies(event -> {
                assertThat(event.getLevel()).isEqualTo(Level.WARN);
                assertThat(event.getFormattedMessage())
                        .isEqualTo("Byte Buddy does not make the result sets that HandlerSocket needs: every load stays"
                                + " on JDBC. Put the byte-buddy of your Hibernate on the class path");
            });
            assertThat(initiators(contributor, Map.of())).isNotEmpty();
            assertThat(heard.list).hasSize(1);
        }
        assertThat(initiators(new Contributor(), Map.of(HandlerSocketSettings.CLIENT, "a client")))
                .isNotEmpty();
    }

    private static List<StandardServiceInitiator<?>> initiators(
            ServiceContributor contributor, Map<String, Object> settings) {
        List<StandardServiceInitiator<?>> added = new ArrayList<>();
        StandardServiceRegistryBuilder builder = new StandardServiceRegistryBuilder() {
            @Override
            public StandardServiceRegistryBuilder addInitiator(StandardServiceInitiator<?> initiator) {
                added.add(initiator);
                return this;
            }
        };
        contributor.contribute(builder.applySettings(settings));
        return added;
    }

    private static final class WithoutByteBuddy extends URLClassLoader {

        WithoutByteBuddy(URL own) {
            super(new URL[] {own}, Contributor.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("net.bytebuddy.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.handlersocket.hibernate.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
