// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.catalog.TableName;

/** The tables that the application's persistence units map. */
interface MappedTables {

    /** Whether it is one of them. */
    boolean contain(TableName table);
}
