// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import java.util.List;

/** An index as the catalogue described it. */
public record DefaultIndexDefinition(String name, boolean unique, String type, List<IndexPart> parts)
        implements IndexDefinition {

    public DefaultIndexDefinition {
        parts = List.copyOf(parts);
    }
}
