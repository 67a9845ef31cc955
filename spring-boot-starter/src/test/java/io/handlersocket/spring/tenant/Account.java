// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.tenant;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Filter;
import org.hibernate.annotations.FilterDef;
import org.hibernate.annotations.ParamDef;

/** A row of one tenant. */
@Entity
@FilterDef(
        name = "tenant",
        applyToLoadByKey = true,
        parameters = @ParamDef(name = "tenant", type = int.class),
        defaultCondition = "tenant = :tenant")
@Filter(name = "tenant")
public class Account {

    @Id
    private long id;

    private int tenant;
    private String name = "";

    public long getId() {
        return id;
    }

    public int getTenant() {
        return tenant;
    }

    public String getName() {
        return name;
    }
}
