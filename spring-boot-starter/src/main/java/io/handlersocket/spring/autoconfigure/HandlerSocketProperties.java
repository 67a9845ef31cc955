// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All of it optional: host, port and secret come from the application's DataSource.
 *
 * @param enabled whether anything is read over HandlerSocket
 * @param host host of the HandlerSocket read port; by default the host of the JDBC URL
 * @param port HandlerSocket read port; by default what the server's variable handlersocket_port says
 * @param secret secret of the read port; by default asked from the server, again after each of its restarts
 * @param unixSocket file of the unix-domain socket the plugin listens on, instead of host and port; none by default
 * @param ssl encryption up to a TLS terminator in front of the port, which host and port must name
 * @param connections connections that all threads share, 1 to 64
 * @param connectTimeout how long connecting and authenticating may take, in milliseconds unless a unit is given
 * @param requestTimeout how long a lookup may take, waiting included, before SQL is asked instead, in milliseconds unless a
 *     unit is given
 * @param maxAge how old a connection may become before another takes its place without any lookup failing, in milliseconds
 *     unless a unit is given; 0 for no limit
 * @param maxDirectConnections connections that blocking platform threads have to themselves for the time of one lookup, 0 to
 *     256; made when a caller finds none free, closed after 25 s without use
 * @param idleTimeout after how long without a lookup all connections are closed, until the next one, in milliseconds unless
 *     a unit is given; 0 for never
 * @param maxInFlight requests sent and not answered on one connection, at most; more wait
 * @param allowUntestedServer whether to use server lines this client was not tested with (tested: 10.11)
 * @param tables tables that may be read besides those of entities, such as by HandlerSocketTemplate
 * @param startup what to do if HandlerSocket cannot be used when the application starts
 * @param startupTimeout how long the application waits, before it accepts traffic, until the first lookups are fast, if
 *     startup is wait or fail, in milliseconds unless a unit is given; it then starts anyway, with one WARN
 * @param fallback how JDBC is asked in place of a server that does not answer
 * @param consistency how loads inside a transaction are answered
 */
@ConfigurationProperties("handlersocket")
public record HandlerSocketProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String secret,
        @Nullable String unixSocket,
        @DefaultValue Ssl ssl,
        @DefaultValue("4") int connections,
        @DefaultValue("16") int maxDirectConnections,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("500ms") Duration requestTimeout,
        @DefaultValue("30m") Duration maxAge,
        @DefaultValue("0s") Duration idleTimeout,
        @DefaultValue("1024") int maxInFlight,
        @DefaultValue("false") boolean allowUntestedServer,
        @DefaultValue List<String> tables,
        @DefaultValue("warn") Startup startup,
        @DefaultValue("10s") Duration startupTimeout,
        @DefaultValue("default") Consistency consistency,
        @DefaultValue Fallback fallback,
        @DefaultValue Hibernate hibernate,
        @DefaultValue Repositories repositories) {

    public HandlerSocketProperties {
        // Refused here, Spring Boot names the properties; refused when the client is made, it shows a stack trace.
        ClientOptionsMapper.check(builder -> builder.connections(connections)
                .maxDirectConnections(maxDirectConnections)
                .connectTimeout(connectTimeout)
                .requestTimeout(requestTimeout)
                .maxAge(maxAge)
                .idleTimeout(idleTimeout)
                .maxInFlight(maxInFlight));
        if (startupTimeout.isNegative() || startupTimeout.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("startup-timeout: " + startupTimeout + " (expected 0 to 1 hour)");
        }
        if (port != null) {
            int known = port;
            ClientOptionsMapper.check(builder -> builder.port(known));
        }
    }

    /** What to do if HandlerSocket cannot be used when the application starts. */
    public enum Startup {
        /** One WARN that says what to do; everything runs over SQL until it can. */
        WARN,
        /**
         * The application accepts traffic only once the first lookups are fast, or when startup-timeout has passed. It does
         * not wait for a server that refuses HandlerSocket for good, such as one without the plugin.
         */
        WAIT,
        /** The application does not start. */
        FAIL
    }

    /**
     * Encryption up to a TLS terminator in front of the port.
     *
     * @param enabled whether connections are encrypted; by default where a bundle is named
     * @param bundle name of the SSL bundle that says whom to trust; by default what the JVM trusts
     * @param verifyHostname whether the certificate must be one for the host
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
     * @param enabled whether Hibernate loads over HandlerSocket
     * @param trustConnections whether loads go over HandlerSocket with a DataSource that this library does not know. The
     *     application promises that all its connections lead to the same server, schema and account, with the same session
     *     settings, and that none is given out inside a transaction
     */
    public record Hibernate(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("false") boolean trustConnections) {}

    /**
     * How JDBC is asked in place of a server that does not answer.
     *
     * @param maxConcurrent callers that may ask JDBC at once during an outage, at least 1; by default the size of the
     *     connection pool. Others wait as for a connection
     */
    public record Fallback(@Nullable Integer maxConcurrent) {
        public Fallback {
            if (maxConcurrent != null && maxConcurrent < 1) {
                throw new IllegalArgumentException(
                        "fallback.max-concurrent: " + maxConcurrent + " (expected at least 1)");
            }
        }
    }

    /** How loads inside a transaction are answered. */
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
     * @param enabled whether calls of repositories annotated with @FastLookup are answered in front of their transaction
     * @param onMissingIndex what to do at start if the table has no index for an annotated method; a method that no index
     *     could answer is JPA's either way
     * @param maxRows rows that a query without limit may give over HandlerSocket; where there are more, JPA gives them
     */
    public record Repositories(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("warn") OnMissingIndex onMissingIndex,
            @DefaultValue("1000") int maxRows) {

        /** What to do at start if the table has no index for an annotated method. */
        public enum OnMissingIndex {
            /** The application does not start, and says which index is missing. */
            FAIL,
            /** One WARN; the method is JPA's. */
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
