// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
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
            assertThat(heard.list).singleElement().matches(event -> event.getLevel() == Level.WARN);
            Contributor.contribute(new StandardServiceRegistryBuilder(), "7.4.13.Final");
            assertThat(heard.list).hasSize(1);
        } finally {
            log.detachAppender(heard);
        }
    }
}
