// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import static io.handlersocket.hibernate.internal.session.Reflection.field;
import static io.handlersocket.hibernate.internal.session.Reflection.get;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The DataSources that hand out connections of one pool unchanged: to one server, as one account, without a statement
 * or a change of settings at each checkout. Only exact classes count, because a subclass may do anything.
 */
public final class KnownDataSources {

    /** The driver, and wrappers of it that only observe. */
    private static final Set<String> SCHEMES =
            Set.of("jdbc:mariadb:", "jdbc:mysql:", "jdbc:p6spy:mariadb:", "jdbc:otel:mariadb:");

    private static final Set<String> DRIVERS_OWN =
            Set.of("org.mariadb.jdbc.MariaDbDataSource", "org.mariadb.jdbc.MariaDbPoolDataSource");

    private static final String TOMCAT = "org.apache.tomcat.jdbc.pool.interceptor.";

    /** Interceptors that keep statements or times, and change no session. */
    private static final Set<String> TOMCAT_INTERCEPTORS = Set.of(
            TOMCAT + "ConnectionState",
            TOMCAT + "QueryTimeoutInterceptor",
            TOMCAT + "ResetAbandonedTimer",
            TOMCAT + "SlowQueryReport",
            TOMCAT + "SlowQueryReportJmx",
            TOMCAT + "StatementCache",
            TOMCAT + "StatementFinalizer",
            "org.apache.tomcat.jdbc.pool.TrapException");

    private static final String LAZY = "org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy";
    private static final int MAX_WRAPPERS = 8;

    /** Packages whose listeners only observe. */
    private static final Set<String> PROXY = Set.of("net.ttddyy.dsproxy.", "net.ttddyy.observation.");

    private static final Set<String> P6SPY = Set.of("com.p6spy.");

    private static final Map<String, Function<DataSource, @Nullable String>> POOLS = Map.of(
            "com.zaxxer.hikari.HikariDataSource", KnownDataSources::hikari,
            "org.apache.tomcat.jdbc.pool.DataSource", KnownDataSources::tomcat,
            "org.apache.commons.dbcp2.BasicDataSource", KnownDataSources::dbcp,
            "io.agroal.pool.DataSource", KnownDataSources::agroal,
            "org.mariadb.jdbc.MariaDbDataSource", KnownDataSources::itself,
            "org.mariadb.jdbc.MariaDbPoolDataSource", KnownDataSources::itself,
            "org.springframework.jdbc.datasource.DriverManagerDataSource", KnownDataSources::url,
            "org.springframework.jdbc.datasource.SimpleDriverDataSource", KnownDataSources::url);

    private static final Map<String, Function<DataSource, @Nullable Object>> WRAPPERS = Map.of(
            LAZY,
            lazy -> get(lazy, "getTargetDataSource"),
            "net.ttddyy.dsproxy.support.ProxyDataSource",
            KnownDataSources::behindProxy,
            "com.p6spy.engine.spy.P6DataSource",
            KnownDataSources::behindP6Spy,
            "io.opentelemetry.instrumentation.jdbc.datasource.OpenTelemetryDataSource",
            dataSource -> field(dataSource, "delegate"));

    private KnownDataSources() {}

    /** Returns the source for a DataSource, by its class and the classes that it wraps. */
    public static ConnectionSource judge(@Nullable DataSource dataSource) {
        DataSource inner = dataSource;
        boolean lazy = false;
        ConnectionSource reader = null;
        for (int i = 0; i < MAX_WRAPPERS && inner != null; i++) {
            String type = inner.getClass().getName();
            Function<DataSource, @Nullable Object> wrapper = WRAPPERS.get(type);
            if (wrapper == null) {
                return new ConnectionSource(lazy, refusal(inner, type), reader == null, reader);
            }
            lazy |= type.equals(LAZY);
            try {
                Object readOnly = type.equals(LAZY) ? field(inner, "readOnlyDataSource") : null;
                if (readOnly != null) { // of two wrappers with one, it is not known which of them chooses
                    reader = reader == null && readOnly != inner && readOnly instanceof DataSource other
                            ? judge(other)
                            : ConnectionSource.unknown(type);
                }
                inner = wrapper.apply(inner) instanceof DataSource next ? next : null;
            } catch (IllegalStateException e) {
                return new ConnectionSource(true, type + ": " + e.getMessage(), reader == null, reader);
            }
        }
        return new ConnectionSource(true, "the DataSource does not show what it wraps", reader == null, reader);
    }

    private static @Nullable String refusal(DataSource pool, String type) {
        Function<DataSource, @Nullable String> check = POOLS.get(type);
        if (check == null) {
            return ConnectionSource.unknown(type).refusal();
        }
        try {
            String reason = check.apply(pool);
            return reason == null ? null : type + ": " + reason;
        } catch (IllegalStateException e) {
            return type + ": " + e.getMessage();
        }
    }

    private static @Nullable String hikari(DataSource pool) {
        String byName = text(get(pool, "getDataSourceJNDI"));
        return byName.isEmpty()
                ? inner(get(pool, "getDataSource"), get(pool, "getDataSourceClassName"), get(pool, "getJdbcUrl"))
                : "it looks up its DataSource by JNDI";
    }

    private static @Nullable String tomcat(DataSource pool) {
        for (Object interceptor :
                (Object[]) Objects.requireNonNull(get(pool, "getJdbcInterceptorsAsArray"), "interceptors")) {
            String name = text(get(interceptor, "getClassName"));
            if (!TOMCAT_INTERCEPTORS.contains(name) && !TOMCAT_INTERCEPTORS.contains(TOMCAT + name)) {
                return "its interceptor " + name + " may change connections";
            }
        }
        return inner(get(pool, "getDataSource"), null, get(pool, "getUrl"));
    }

    private static @Nullable String dbcp(DataSource pool) {
        return text(get(pool, "getConnectionFactoryClassName")).isEmpty()
                ? url(pool)
                : "it makes connections by the application's own factory";
    }

    private static @Nullable String agroal(DataSource pool) {
        Object inside = field(pool, "connectionPool");
        // The getter fails if none was ever set.
        Object interceptors = inside == null ? null : field(inside, "interceptors");
        if (interceptors instanceof Collection<?> some && !some.isEmpty()) {
            return "its interceptors may change connections";
        }
        Object connections = get(get(pool, "getConfiguration"), "connectionPoolConfiguration");
        Object integration = get(connections, "transactionIntegration");
        if (integration != null && !integration.getClass().getName().startsWith("io.agroal.api.transaction.")) {
            return "its connections take part in transactions of a transaction manager";
        }
        Object factory = get(connections, "connectionFactoryConfiguration");
        Object provider = get(factory, "connectionProviderClass");
        return inner(null, provider instanceof Class<?> type ? type.getName() : null, get(factory, "jdbcUrl"));
    }

    private static @Nullable String itself(DataSource driver) {
        return null;
    }

    private static @Nullable String url(DataSource pool) {
        return inner(null, null, get(pool, "getUrl"));
    }

    private static @Nullable String inner(
            @Nullable Object dataSource, @Nullable Object className, @Nullable Object url) {
        if (dataSource != null) {
            String type = dataSource.getClass().getName();
            return DRIVERS_OWN.contains(type) ? null : "it makes connections by " + type;
        }
        String name = text(className);
        if (!name.isEmpty() && !name.equals("org.mariadb.jdbc.Driver")) {
            return DRIVERS_OWN.contains(name) ? null : "it makes connections by " + name;
        }
        String address = text(url);
        return SCHEMES.stream().anyMatch(address::startsWith)
                ? null
                : "its JDBC URL is not one of " + SCHEMES.stream().sorted().toList();
    }

    private static @Nullable Object behindProxy(DataSource proxy) {
        Object config = get(proxy, "getProxyConfig");
        for (String part : new String[] {"getQueryTransformer", "getParameterTransformer", "getJdbcProxyFactory"}) {
            requireOwn(get(config, part), PROXY, "it changes statements by ");
        }
        for (String part : new String[] {"getQueryListener", "getMethodListener"}) {
            Object all = get(config, part);
            for (Object listener : (Collection<?>) Objects.requireNonNull(get(all, "getListeners"), part)) {
                requireOwn(listener, PROXY, "its listener may change connections: ");
            }
        }
        return get(proxy, "getDataSource");
    }

    private static @Nullable Object behindP6Spy(DataSource spy) {
        String listeners = "com.p6spy.engine.event.JdbcEventListener";
        try {
            Class<?> type = Class.forName(listeners, false, spy.getClass().getClassLoader());
            for (Object listener : ServiceLoader.load(type)) {
                requireOwn(listener, P6SPY, "its listener may change connections: ");
            }
        } catch (ClassNotFoundException | ServiceConfigurationError e) {
            throw new IllegalStateException("its listeners cannot be loaded", e);
        }
        return field(spy, "realDataSource");
    }

    /** Throws if this part belongs to the application or to an unknown library. */
    private static void requireOwn(@Nullable Object part, Set<String> packages, String reason) {
        if (part != null && packages.stream().noneMatch(part.getClass().getName()::startsWith)) {
            throw new IllegalStateException(reason + part.getClass().getName());
        }
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
