// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor;

import io.handlersocket.advisor.internal.Advisor;
import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.hibernate.HandlerSocketSettings;
import java.util.Collection;
import java.util.Map;
import org.hibernate.SessionFactory;

/** Says which loads of a session factory would go over HandlerSocket, and what the others need. Thread-safe. */
public final class HandlerSocketAdvisor {

    private HandlerSocketAdvisor() {}

    /**
     * Returns a client that describes the server, its tables and indexes over SQL, and never connects to HandlerSocket.
     * The server needs no plugin. The client opens an index by checks alone, and every lookup fails with {@link
     * io.handlersocket.client.UnavailableException}.
     *
     * @param options the options of the client; those of connections have no effect
     * @throws IllegalStateException if the DataSource is missing
     */
    public static HandlerSocketClient client(HandlerSocketClientBuilder options) {
        return new CatalogueClient(options.settings());
    }

    /**
     * Returns the Hibernate settings of a session factory that only asks for advice: all of its loads use JDBC.
     *
     * @param client a client of {@link #client}, which the application closes
     */
    public static Map<String, Object> settings(HandlerSocketClient client) {
        return Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.PLAN_ONLY, Advisor.PLAN_ONLY);
    }

    /**
     * Plans all loads of a session factory and the given queries, and says what each would need to go over
     * HandlerSocket. The session factory has the {@link #settings}; with an ordinary client, this method opens indexes as
     * {@link io.handlersocket.hibernate.HandlerSocketLoads#prepare} does. Takes one connection for a moment, and waits
     * at most a minute until SQL has answered.
     *
     * @param queries queries besides the named ones, such as those of repositories
     * @return advice without loads if there is no client, or the database does not answer or is not MariaDB
     */
    public static Advice advise(SessionFactory sessionFactory, Collection<Advice.Query> queries) {
        return Advisor.advise(sessionFactory, queries);
    }
}
