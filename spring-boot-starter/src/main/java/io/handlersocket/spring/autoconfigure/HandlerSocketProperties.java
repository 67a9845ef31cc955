// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the starter. All are optional: host, port and secret come over the application's DataSource.
 *
 * @param enabled whether the application reads over HandlerSocket
 * @param host host of the HandlerSocket read port; by default the host of the JDBC URL
 * @param port HandlerSocket read port; by default the server variable handlersocket_port
 * @param secret secret of the read port; by default read from the server, again after each of its restarts
 * @param unixSocket path of the plugin's unix-domain socket, which replaces host and port; by default the server
 *     variable handlersocket_address if it is a path
 * @param ssl encryption to a TLS terminator in front of the port; host and port must name the terminator
 * @param connectTimeout how long connecting and authenticating may take, more than 0, in milliseconds unless a unit is
 *     given
 * @param requestTimeout how long a lookup may take, including its time in the queue, more than 0, in milliseconds
 *     unless a unit is given; SQL answers after that
 * @param allowUntestedServer whether to use server lines with which this client was not tested (tested: 10.11, 11.8)
 * @param tables tables that may be read besides those of the entities, for example by HandlerSocketOperations
 * @param startup what the application does at startup if HandlerSocket cannot be used
 * @param startupTimeout how long startup waits for fast lookups if startup is wait or fail, 0 to 1 hour, in
 *     milliseconds unless a unit is given; after that the application accepts traffic without them, with one WARN
 * @param fallback how JDBC answers in place of a server that does not answer
 * @param consistency how loads inside a transaction are answered
 */
// Longer than other classes, because each property is documented where it is declared.
@ConfigurationProperties("handlersocket")
public record HandlerSocketProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String secret,
        @Nullable String unixSocket,
        @DefaultValue Ssl ssl,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("500ms") Duration requestTimeout,
        @DefaultValue("false") boolean allowUntestedServer,
        @DefaultValue List<String> tables,
        @DefaultValue("warn") Startup startup,
        @DefaultValue("10s") Duration startupTimeout,
        @DefaultValue("default") Consistency consistency,
        @DefaultValue Fallback fallback,
        @DefaultValue Hibernate hibernate,
        @DefaultValue Repositories repositories) {

    public HandlerSocketProperties {
        // Spring Boot names the properties that are refused here. It would print a stack trace if the client refused.
        ClientOptionsMapper.check(
                builder -> builder.connectTimeout(connectTimeout).requestTimeout(requestTimeout));
        if (startupTimeout.isNegative() || startupTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("startup-timeout: " + startupTimeout + " (expected 0 to 1 hour)");
        }
        if (port != null) {
            int known = port;
            ClientOptionsMapper.check(builder -> builder.port(known));
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
     * @param enabled whether connections are encrypted; by default if a bundle is named
     * @param bundle name of the SSL bundle that says which certificates to trust; by default those that the JVM trusts
     * @param verifyHostname whether the certificate must match the host
     */
    public record Ssl(
            @Nullable Boolean enabled,
            @Nullable String bundle,
            @DefaultValue("true") boolean verifyHostname) {

        boolean isOn() {
            return enabled == null ? bundle != null : enabled;
        }
    }

    /**
     * Loads of entities by Hibernate.
     *
     * @param enabled whether Hibernate loads over HandlerSocket; if not, @FastLookup has no effect either
     * @param entities which entities are loaded over HandlerSocket; JDBC loads the others
     * @param trustConnections whether loads go over HandlerSocket with a DataSource that this library does not know;
     *     the application then promises that all its connections lead to the same server, schema and account, have the
     *     same session settings, and are not inside a transaction when the DataSource returns them
     */
    public record Hibernate(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("all") Entities entities,
            @DefaultValue("false") boolean trustConnections) {

        /** Says which entities are loaded over HandlerSocket. */
        public enum Entities {
            /** All but those with @OverJdbc. */
            ALL,
            /** Only those with @OverHandlerSocket. */
            ANNOTATED
        }
    }

    /**
     * How JDBC answers in place of a server that does not answer.
     *
     * @param maxConcurrent number of callers that may use JDBC at once while HandlerSocket does not answer, at least 1;
     *     others wait as for a connection; by default the size of the connection pool
     */
    public record Fallback(@Nullable Integer maxConcurrent) {
        public Fallback {
            if (maxConcurrent != null && maxConcurrent < 1) {
                throw new IllegalArgumentException(
                        "fallback.max-concurrent: " + maxConcurrent + " (expected at least 1)");
            }
        }
    }

    /** Says how loads inside a transaction are answered. */
    public enum Consistency {
        /** Over HandlerSocket until the first write; at REPEATABLE READ until the first SQL statement. */
        DEFAULT,
        /** Over HandlerSocket until the first write. */
        LATEST,
        /** Never over HandlerSocket. */
        SNAPSHOT
    }

    /**
     * Spring Data repositories.
     *
     * @param enabled whether repositories annotated with @FastLookup answer before their transaction begins
     * @param onMissingIndex what happens at startup if the table has no index for an annotated method; JPA answers a
     *     method that no index could answer in both cases
     * @param maxRows maximum number of rows that a query without limit returns over HandlerSocket, 1 to 100000; if
     *     there are more, JPA answers
     */
    public record Repositories(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("warn") OnMissingIndex onMissingIndex,
            @DefaultValue("1000") int maxRows) {

        /** Says what happens at startup if the table has no index for an annotated method. */
        public enum OnMissingIndex {
            /** The application does not start, and names the missing index. */
            FAIL,
            /** One WARN names the missing index, and JPA answers the method. */
            WARN
        }

        public Repositories {
            if (maxRows < 1 || maxRows > 100_000) {
                throw new IllegalArgumentException("repositories.max-rows: " + maxRows + " (expected 1 to 100000)");
            }
        }
    }

    @Override
    public String toString() {
        return "HandlerSocketProperties[host=" + host + ", port=" + port + ']';
    }
}
