// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.catalog.TableName;

/** Knows the tables that the application's persistence units map. */
interface MappedTables {

    /** Returns whether a persistence unit maps this table. */
    boolean contain(TableName table);
}
