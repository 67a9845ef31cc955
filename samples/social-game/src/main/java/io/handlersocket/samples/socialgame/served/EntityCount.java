// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PostLoadEvent;
import org.hibernate.event.spi.PostLoadEventListener;
import org.springframework.stereotype.Component;

/**
 * Counts the entities that Hibernate loads, by whatever route. Not a {@code StatementInspector}: it may change
 * statements, so it keeps records and projections off HandlerSocket.
 */
@Component
class EntityCount implements PostLoadEventListener {

    private static final long serialVersionUID = 1L;

    EntityCount(EntityManagerFactory factory) {
        factory.unwrap(SessionFactoryImplementor.class)
                .getEventListenerRegistry()
                .appendListeners(EventType.POST_LOAD, this);
    }

    @Override
    public void onPostLoad(PostLoadEvent event) {
        Meter.entity();
    }
}
