// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.altered;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** A row with a column for each kind of key. */
@Entity
@SuppressWarnings("unused") // read by Hibernate
public class Tag {

    @Id
    private long id;

    private String code = "";
    private int level;
    private BigDecimal amount = BigDecimal.ZERO;
}
