// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.item;

/** So many of an item; who sends some of it says which version was seen. */
public record Stack(long id, Item.Card item, int amount, int version) {}
