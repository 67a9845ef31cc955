// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the starter. All are optional: host, port and secret come over the application's DataSource. A
 * {@link io.handlersocket.spring.HandlerSocketClientBuilderCustomizer} bean sets the other options of the client.
 *
 * @param enabled whether the application reads over HandlerSocket
 * @param host host of the HandlerSocket read port; by default the host of the JDBC URL
 * @param port HandlerSocket read port; by default the server variable handlersocket_port
 * @param secret secret of the read port; by default read from the server, again after each of its restarts
 * @param unixSocket path of the plugin's unix-domain socket, which replaces host and port; by default the server
 *     variable handlersocket_address if it is a path
 * @param ssl encryption to a TLS terminator in front of the port; host and port must name the terminator
 * @param requestTimeout how long a lookup may take, including its time in the queue, more than 0, in milliseconds
 *     unless a unit is given; SQL answers after that
 * @param allowUntestedServer whether to use server lines with which this client was not tested (tested: 10.11, 11.8)
 * @param tables tables that may be read besides those of the entities, by code that uses the client
 * @param startup what the application does at startup if HandlerSocket cannot be used
 * @param startupTimeout how long startup waits for fast lookups if startup is wait or fail, and for the indexes of the
 *     server if on-missing-index is fail, 0 to 1 hour, in milliseconds unless a unit is given; after that the
 *     application accepts traffic without them
 * @param consistency how loads inside a transaction are answered
 * @param entities which entities are loaded over HandlerSocket; JDBC loads the others
 * @param routing which loads that HandlerSocket can answer it does answer
 * @param trustConnections whether loads go over HandlerSocket with a DataSource that this library does not know; the
 *     application then promises that all its connections lead to the same server, schema and account, have the same
 *     session settings, and are not inside a transaction when the DataSource returns them
 * @param onMissingIndex what happens at startup if the table has no index for a method annotated with @FastLookup; JPA
 *     answers a method that no index could answer in both cases
 * @param maxRows maximum number of rows that a query method without limit returns over HandlerSocket, 1 to 100000; if
 *     there are more, JPA answers
 */
@ConfigurationProperties("handlersocket")
public record HandlerSocketProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String secret,
        @Nullable String unixSocket,
        @DefaultValue Ssl ssl,
        @DefaultValue("500ms") Duration requestTimeout,
        @DefaultValue("false") boolean allowUntestedServer,
        @DefaultValue List<String> tables,
        @DefaultValue("warn") Startup startup,
        @DefaultValue("10s") Duration startupTimeout,
        @DefaultValue("default") Consistency consistency,
        @DefaultValue("all") Entities entities,
        @DefaultValue("adaptive") Routing routing,
        @DefaultValue("false") boolean trustConnections,
        @DefaultValue("warn") OnMissingIndex onMissingIndex,
        @DefaultValue("1000") int maxRows) {

    public HandlerSocketProperties {
        // Spring Boot names the properties that are refused here. It would print a stack trace if the client refused.
        HandlerSocketClient.builder().requestTimeout(requestTimeout);
        if (startupTimeout.isNegative() || startupTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("startup-timeout: " + startupTimeout + " (expected 0 to 1 hour)");
        }
        if (port != null) {
            HandlerSocketClient.builder().port(port);
        }
        if (maxRows < 1 || maxRows > 100_000) {
            throw new IllegalArgumentException("max-rows: " + maxRows + " (expected 1 to 100000)");
        }
    }

    /** Says what the application does at startup if HandlerSocket cannot be used. */
    public enum Startup {
        /**
         * The application starts and logs one WARN that says what to do. SQL answers until HandlerSocket can be used.
         */
        WARN,
        /**
         * The application accepts traffic once lookups are fast, or when startup-timeout has passed. It does not wait
         * for a server that can never be used, such as one without the plugin.
         */
        WAIT,
        /**
         * The application does not start if HandlerSocket cannot be used, or if a drain lasts longer than
         * startup-timeout; otherwise as {@link #WAIT}.
         */
        FAIL
    }

    /**
     * Encryption to a TLS terminator in front of the port.
     *
     * @param bundle name of the SSL bundle that says which certificates to trust; by default connections are not
     *     encrypted
     */
    public record Ssl(@Nullable String bundle) {}

    /** Says how loads inside a transaction are answered. */
    public enum Consistency {
        /** Over HandlerSocket until the first write; at REPEATABLE READ until the first SQL statement. */
        DEFAULT,
        /** Over HandlerSocket until the first write. */
        LATEST,
        /** Never over HandlerSocket. */
        SNAPSHOT
    }

    /** Says which entities are loaded over HandlerSocket. */
    public enum Entities {
        /** All but those with @OverJdbc. */
        ALL,
        /** Only those with @OverHandlerSocket. */
        ANNOTATED,
        /** No entity: Hibernate loads over JDBC only, and @FastLookup has no effect. */
        NONE
    }

    /** Says which loads that HandlerSocket can answer it does answer. */
    public enum Routing {
        /** Those that it answers faster than JDBC, measured for each statement of Hibernate. */
        ADAPTIVE,
        /** All. */
        ALWAYS
    }

    /** Says what happens at startup if the table has no index for an annotated method. */
    public enum OnMissingIndex {
        /** The application does not start, and names the missing index. */
        FAIL,
        /** One WARN names the missing index, and JPA answers the method. */
        WARN
    }

    @Override
    public String toString() {
        return "HandlerSocketProperties[host=" + host + ", port=" + port + ']';
    }
}
