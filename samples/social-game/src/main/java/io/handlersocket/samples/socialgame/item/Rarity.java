// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

/** How often an item is found. */
public enum Rarity {
    COMMON,
    RARE,
    LEGENDARY
}
