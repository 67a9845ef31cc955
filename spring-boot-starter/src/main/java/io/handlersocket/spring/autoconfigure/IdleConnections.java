// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/** Says how many connections of the application's pool are free. */
final class IdleConnections {

    private IdleConnections() {}

    /** Returns empty for a DataSource that Spring Boot does not know as a pool. */
    static Optional<IntSupplier> of(DataSource dataSource, Stream<DataSourcePoolMetadataProvider> pools) {
        return pools.map(pool -> pool.getDataSourcePoolMetadata(dataSource))
                .filter(Objects::nonNull)
                .findFirst()
                .map(pool -> () -> idle(pool));
    }

    private static int idle(DataSourcePoolMetadata pool) {
        Integer idle = pool.getIdle();
        return idle == null ? 0 : idle; // a pool that has not started yet does not say
    }
}
