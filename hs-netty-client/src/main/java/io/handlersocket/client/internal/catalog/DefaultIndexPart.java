// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.catalog;

import io.handlersocket.client.catalog.IndexPart;

/** A part of an index as the catalogue described it. */
public record DefaultIndexPart(String column, int prefixLength, boolean descending) implements IndexPart {}
