// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.hibernate.FallbackLimit;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.util.ClassUtils;

/** What the application's pool says of itself. */
final class ApplicationPool {

    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", ApplicationPool.class.getClassLoader());

    /** For pools that do not report their size: HikariCP's defaults. */
    private static final int POOL_SIZE = 10;

    private static final Duration WAIT = Duration.ofSeconds(30);

    private ApplicationPool() {}

    /** Returns a limit of as many callers as the pool has connections, and of the same wait. */
    static FallbackLimit fallbackLimit(@Nullable DataSource dataSource, Stream<DataSourcePoolMetadataProvider> pools) {
        FallbackLimit hikari = HIKARI && dataSource != null ? Hikari.limit(dataSource) : null;
        if (hikari != null) {
            return hikari;
        }
        int max = metadata(dataSource, pools)
                .map(DataSourcePoolMetadata::getMax)
                .filter(size -> size != null && size > 0)
                .findFirst()
                .orElse(POOL_SIZE);
        return new FallbackLimit(max, WAIT);
    }

    /** Returns the number of free connections; empty for a DataSource that Spring Boot does not know as a pool. */
    static Optional<IntSupplier> idleConnections(DataSource dataSource, Stream<DataSourcePoolMetadataProvider> pools) {
        // A pool that has not started yet does not say.
        return metadata(dataSource, pools).findFirst().map(pool -> () -> Objects.requireNonNullElse(pool.getIdle(), 0));
    }

    private static Stream<DataSourcePoolMetadata> metadata(
            @Nullable DataSource dataSource, Stream<DataSourcePoolMetadataProvider> pools) {
        return dataSource == null
                ? Stream.empty()
                : pools.map(pool -> pool.getDataSourcePoolMetadata(dataSource)).filter(Objects::nonNull);
    }

    /** A separate class, because these classes may be absent. */
    private static final class Hikari {

        private static @Nullable FallbackLimit limit(DataSource dataSource) {
            HikariDataSource pool =
                    DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
            if (pool == null) {
                return null;
            }
            int size = pool.getMaximumPoolSize() > 0 ? pool.getMaximumPoolSize() : POOL_SIZE;
            return new FallbackLimit(size, Duration.ofMillis(pool.getConnectionTimeout()));
        }
    }
}
