// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** An attribute that is mapped to one column. Safe for use by several threads. */
public interface EntityColumn {

    /** Returns the column's name in the mapping, without quotes. Names are compared without case. */
    String name();

    /** Returns the attribute's type; never a primitive type. */
    Class<?> type();
}
