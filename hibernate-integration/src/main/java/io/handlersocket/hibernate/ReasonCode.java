// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * A reason without the names that it is about. The constants of the implementing enums are the table of all reasons of
 * this library with their texts and remedies; {@code docs/reference/reasons.md} shows it. Others may be added in any
 * release.
 */
public sealed interface ReasonCode permits StatementCode, TableCode, OptionCode, SessionCode, CostCode, FreeText {

    /** Returns the name of the constant. */
    String name();

    /** Returns the kind of all reasons with this code. */
    JdbcReason.Kind kind();

    /** Returns the text, in which each {@code {}} stands for a name, a number or a type. */
    String text();

    /** Returns what helps, in which {@code {}} stands for the same names, quoted for SQL; null for that of the kind. */
    @Nullable
    String remedy();
}
