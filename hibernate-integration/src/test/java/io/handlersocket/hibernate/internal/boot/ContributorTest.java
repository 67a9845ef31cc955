// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ContributorTest {

    @Test
    void saysOnceThatAnotherHibernateStaysOnJdbc() {
        Logger log = (Logger) LoggerFactory.getLogger(Contributor.class);
        ListAppender<ILoggingEvent> heard = new ListAppender<>();
        heard.start();
        log.addAppender(heard);
        try {
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
        } finally {
            log.detachAppender(heard);
        }
    }
}
