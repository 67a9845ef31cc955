// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;

/** An entity of which each session hides rows. Nothing reads it. */
@Entity
@FilterDef(name = "valid", autoEnabled = true, defaultCondition = "used < 3")
@Filter(name = "valid")
public class Voucher {

    @Id
    private long id;

    private int used;

    public long getId() {
        return id;
    }

    public int getUsed() {
        return used;
    }
}
