// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal.application;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the text of a {@code @Query} into what Hibernate reads, as Spring Data does. */
final class DeclaredText {

    private static final Pattern ENTITY = Pattern.compile("#\\{#entityName}");
    private static final Pattern EXPRESSION = Pattern.compile("[:?]#\\{[^}]*}|[:?]\\$\\{[^}]*}");
    private static final Pattern LIKE = Pattern.compile("(like\\s+)%?((?::|\\?)\\w+)%?", Pattern.CASE_INSENSITIVE);

    private DeclaredText() {}

    static String of(String query, String entity) {
        String text = ENTITY.matcher(query).replaceAll(Matcher.quoteReplacement(entity));
        StringBuilder bound = new StringBuilder();
        Matcher expression = EXPRESSION.matcher(text);
        int count = 0;
        while (expression.find()) {
            expression.appendReplacement(bound, ":expression" + count++);
        }
        expression.appendTail(bound);
        return LIKE.matcher(bound).replaceAll("$1$2");
    }
}
