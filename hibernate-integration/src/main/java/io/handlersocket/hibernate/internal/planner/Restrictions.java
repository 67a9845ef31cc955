// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.Condition.Compared;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.persister.internal.SqlFragmentPredicate;
import org.hibernate.sql.ast.tree.predicate.FilterPredicate;
import org.hibernate.sql.ast.tree.predicate.GroupedPredicate;
import org.hibernate.sql.ast.tree.predicate.Junction;
import org.hibernate.sql.ast.tree.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a condition that are the application's own SQL: each {@code @SQLRestriction}, each enabled filter and the
 * restriction to a tenant. What they compare is the same for all keys, and so no part of a key.
 */
record Restrictions(List<String> fragments) {

    static final Restrictions NONE = new Restrictions(List.of());

    static Restrictions of(@Nullable Predicate where) {
        Restrictions restrictions = new Restrictions(new ArrayList<>());
        restrictions.add(where);
        return restrictions;
    }

    private void add(@Nullable Predicate where) {
        if (where instanceof Junction junction) {
            junction.getPredicates().forEach(this::add);
        } else if (where instanceof GroupedPredicate grouped) {
            add(grouped.getSubPredicate());
        } else if (where instanceof SqlFragmentPredicate fragment) {
            add(fragment.getSqlFragment(), 0);
        } else if (where instanceof FilterPredicate filter) {
            filter.getFragments().forEach(this::addFilter);
        }
    }

    private void addFilter(FilterPredicate.FilterFragmentPredicate filter) {
        List<FilterPredicate.FilterFragmentParameter> parameters =
                filter.getParameters() == null ? List.of() : filter.getParameters();
        String fragment = filter.getSqlFragment();
        for (FilterPredicate.FilterFragmentParameter parameter : parameters) {
            fragment = fragment.replace(":" + parameter.getFilterName() + "." + parameter.getParameterName(), "?");
        }
        add(fragment, parameters.size());
    }

    /** @param bound how many parameters Hibernate binds; a {@code ?} of the application binds nothing */
    void add(String fragment, int bound) {
        if (SqlText.parameters(fragment) != bound) {
            throw LeftToJdbcException.of(ReasonCode.RESTRICTION, fragment);
        }
        fragments.add(fragment);
    }

    /**
     * Reads the next of these parts.
     *
     * @return what it compares; empty if the text continues with something else
     * @throws LeftToJdbcException if it is more than columns that equal values
     */
    List<Compared> next(SqlText text) {
        for (String fragment : fragments) {
            SqlText own = text.part(fragment);
            if (own != null) {
                fragments.remove(fragment);
                return compared(own, fragment);
            }
        }
        return List.of();
    }

    private static List<Compared> compared(SqlText text, String fragment) {
        try {
            Condition condition = Condition.of(text, NONE);
            if (text.isAtEnd()
                    && condition.alternatives().isEmpty()
                    && condition.compared().stream().allMatch(Restrictions::isOfValue)) {
                return condition.compared().stream()
                        .map(Compared::asRestriction)
                        .toList();
            }
        } catch (LeftToJdbcException e) {
            // The reason has the whole fragment.
        }
        throw LeftToJdbcException.of(ReasonCode.RESTRICTION, fragment);
    }

    private static boolean isOfValue(Compared compared) {
        return compared.operator() == null || (compared.isEqual() && !(compared.value() instanceof SqlText.ColumnName));
    }
}
