// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Finds a DataSource that chooses between databases, even inside wrappers. */
final class RoutingDataSources {

    private static final String READ_ONLY = "readOnlyDataSource";

    private RoutingDataSources() {}

    static boolean isIn(@Nullable DataSource dataSource) {
        if (dataSource == null) {
            return false;
        }
        if (dataSource instanceof AbstractRoutingDataSource || hasReadOnlyTarget(dataSource)) {
            return true;
        }
        if (dataSource instanceof DelegatingDataSource delegating) {
            return isIn(delegating.getTargetDataSource());
        }
        return AopProxyUtils.getSingletonTarget(dataSource) instanceof DataSource target
                ? isIn(target)
                : wraps(dataSource);
    }

    // It has no getter.
    private static boolean hasReadOnlyTarget(DataSource dataSource) {
        if (!(dataSource instanceof LazyConnectionDataSourceProxy)) {
            return false;
        }
        DirectFieldAccessor fields = new DirectFieldAccessor(dataSource);
        return fields.isReadableProperty(READ_ONLY) && fields.getPropertyValue(READ_ONLY) != null;
    }

    private static boolean wraps(DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
        } catch (SQLException | RuntimeException e) {
            return false; // does not say; the client's own proof that both ways reach one server still holds
        }
    }
}
